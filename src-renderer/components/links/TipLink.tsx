import { t } from '../../i18n/texts.ts'
import { isFirstOfAll } from '../../node/chainState.ts'
import { groupDigits } from '../../ui/format.ts'
import { BlockLink } from './BlockLink.tsx'

/**
 * Height of this node's tip within a sentence, linked to its block. Shows a text instead while the chain has no block.
 */
export function TipLink({ height }: { readonly height: number }) {
  return isFirstOfAll(height) ? t('frame:state.noBlock') : <BlockLink height={height} />
}

export interface KnownBlockLinkProps {
  readonly height: number
  readonly tip: number
  readonly className?: string | undefined
}

/** Class for a link among other numbers: aligned to the text baseline and coloured as text until hovered. */
export const FIGURE_LINK = 'inline align-baseline text-text'

/** Height from another source than this node. Linked to the block of this chain once the tip has reached it. */
export function KnownBlockLink({ height, tip, className }: KnownBlockLinkProps) {
  return height <= tip ? <BlockLink height={height} className={className} /> : groupDigits(height)
}
