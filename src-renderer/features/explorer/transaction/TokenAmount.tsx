import type { Explanation } from '#shared/rpc/index.ts'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { Trans } from '../../../i18n/Trans.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { Identicon } from '../../../ui/Identicon.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'

/** Units of a token in an input or output. Each unit is one satoshi. */
export function TokenAmount({ token }: { readonly token: NonNullable<Explanation['inputs'][number]['token']> }) {
  return (
    <>
      <Trans
        i18nKey="explorer:flow.units"
        // Used only to choose the plural form, so an inexact number is sufficient.
        count={Number(token.units)}
        values={{ units: groupDigits(token.units) }}
        components={{
          token: (
            <span className="whitespace-nowrap">
              <Identicon seed={token.tokenid} className="mr-1 inline-block size-4 align-text-bottom" />
              <ChainLink to={{ kind: 'token', id: token.tokenid }}>
                <SafeText text={token.name} max={32} />
              </ChainLink>
            </span>
          ),
        }}
      />
      {' · '}
    </>
  )
}
