import { t } from '../../i18n/texts.ts'
import { isFirstOfAll } from '../../node/chainState.ts'
import { groupDigits } from '../../ui/format.ts'
import { BlockLink } from './BlockLink.tsx'

/** The height of this node's tip within a sentence, which leads to its block; before the first one, that there is none. */
export function TipLink({ height }: { readonly height: number }) {
  return isFirstOfAll(height) ? t('frame:state.noBlock') : <BlockLink height={height} />
}

export interface KnownBlockLinkProps {
  readonly height: number
  readonly tip: number
  readonly className?: string | undefined
}

/** As a figure among others: on their line, and in their colour until it is pointed at. */
export const FIGURE_LINK = 'inline align-baseline text-text'

/** A height that others speak of: it leads to the block of this chain there, as soon as there is one. */
export function KnownBlockLink({ height, tip, className }: KnownBlockLinkProps) {
  return height <= tip ? <BlockLink height={height} className={className} /> : groupDigits(height)
}
