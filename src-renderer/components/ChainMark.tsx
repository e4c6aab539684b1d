import { CircleCheck, CirclePause, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ListedChain } from '#shared/chains/index.ts'
import { t } from '../i18n/texts.ts'
import { cn } from '../ui/cn.ts'
import { Identicon } from '../ui/Identicon.tsx'

const states: Readonly<Record<ListedChain['state'], { readonly icon: LucideIcon; readonly tone: string }>> = {
  running: { icon: CircleCheck, tone: 'text-ok' },
  starting: { icon: LoaderCircle, tone: 'text-muted' },
  stopping: { icon: LoaderCircle, tone: 'text-muted' },
  stopped: { icon: CirclePause, tone: 'text-muted' },
  failed: { icon: CircleX, tone: 'text-bad' },
}

export const chainStateLabel = (state: ListedChain['state']): string => t(`frame:state.${state}`)

/** State of a chain as icon, word and colour. */
export function ChainMark({ state, className }: { readonly state: ListedChain['state']; readonly className?: string }) {
  const { icon: Icon, tone } = states[state]
  return (
    <span className={cn('inline-flex shrink-0 items-center gap-1.5 align-middle font-medium text-12', tone, className)}>
      <Icon aria-hidden className={cn('size-3.5', Icon === LoaderCircle && 'animate-spin')} />
      {chainStateLabel(state)}
    </span>
  )
}

/** Returns the seed from which the picture of a chain is generated. */
export const chainPicture = ({ name, magic }: Pick<ListedChain, 'name' | 'magic'>): string => `${name} ${magic}`

export interface ChainTileProps {
  readonly chain: Pick<ListedChain, 'name' | 'magic'> | undefined
  /** True next to a name in a line of text. */
  readonly small?: boolean
}

/** Generated picture of a chain; every user of the chain sees the same one. Shows a blank tile if no chain is open. */
export function ChainTile({ chain, small = false }: ChainTileProps) {
  return chain ? (
    <Identicon seed={chainPicture(chain)} className={small ? 'size-5' : 'size-8 rounded-md'} />
  ) : (
    <span
      aria-hidden
      className="flex size-8 shrink-0 items-center justify-center rounded-md border bg-sunken font-semibold text-12 text-muted"
    >
      –
    </span>
  )
}

export function chainKindLabel(chain: Pick<ListedChain, 'kind' | 'network'>): string {
  const isOwn = chain.kind !== 'sandbox' && chain.kind !== 'friend'
  return t(`frame:kind.${isOwn && chain.network === 'regtest' ? 'regtest' : chain.kind}`)
}
