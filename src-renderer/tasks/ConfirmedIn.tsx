import { BlockLink } from '../components/links/BlockLink.tsx'
import { Trans } from '../i18n/Trans.tsx'

/** In which block a transaction is, as a sentence that leads to it. */
export function ConfirmedIn({ height }: { readonly height: number }) {
  return <Trans i18nKey="tasks:confirmedIn" components={{ block: <BlockLink height={height} /> }} />
}
