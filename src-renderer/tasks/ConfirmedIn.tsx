import { BlockLink } from '../components/links/BlockLink.tsx'
import { Trans } from '../i18n/Trans.tsx'

/** Sentence that a transaction is in a block, linked to the block. */
export function ConfirmedIn({ height }: { readonly height: number }) {
  return <Trans i18nKey="tasks:confirmedIn" components={{ block: <BlockLink height={height} /> }} />
}
