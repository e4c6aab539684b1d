import type { Explanation } from '#shared/rpc/index.ts'
import { ChainLink } from '../../../parts/links/ChainLink.tsx'
import { plural } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'

/** Units of a token in an input or output. Each unit is one satoshi of it. */
export function TokenAmount({ token }: { readonly token: NonNullable<Explanation['inputs'][number]['token']> }) {
  return (
    <>
      {plural(token.units, 'unit')} of{' '}
      <ChainLink to={{ kind: 'token', id: token.tokenid }}>
        <SafeText text={token.name} max={32} />
      </ChainLink>
      {' · '}
    </>
  )
}
