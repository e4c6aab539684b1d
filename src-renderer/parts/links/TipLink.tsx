import { t } from '../../i18n/texts.ts'
import { isFirstOfAll } from '../../node/chainState.ts'
import { groupDigits } from '../../ui/format.ts'
import { BlockLink } from './BlockLink.tsx'

/** The height of this node's tip within a sentence, which leads to its block; before the first one, that there is none. */
export function TipLink({ height }: { readonly height: number }) {
  return isFirstOfAll(height) ? t('frame:state.noBlock') : <BlockLink height={height} />
}

/** A height that others speak of: it leads to the block of this chain there, as soon as there is one. */
export function KnownBlockLink({ height, tip }: { readonly height: number; readonly tip: number }) {
  return height <= tip ? <BlockLink height={height} /> : groupDigits(height)
}
