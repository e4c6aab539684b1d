import { CircleCheck, CirclePause, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ListedChain } from '#shared/chains/index.ts'
import { cn } from '../ui/cn.ts'

const states: Readonly<
  Record<ListedChain['state'], { readonly word: string; readonly icon: LucideIcon; readonly tone: string }>
> = {
  running: { word: 'Running', icon: CircleCheck, tone: 'text-ok' },
  starting: { word: 'Starting', icon: LoaderCircle, tone: 'text-muted' },
  stopping: { word: 'Stopping', icon: LoaderCircle, tone: 'text-muted' },
  stopped: { word: 'Stopped', icon: CirclePause, tone: 'text-muted' },
  failed: { word: 'Failed', icon: CircleX, tone: 'text-bad' },
}

export const stateWord = (state: ListedChain['state']): string => states[state].word

/** Whether a chain runs: icon, word and colour. */
export function ChainMark({ state, className }: { readonly state: ListedChain['state']; readonly className?: string }) {
  const { word, icon: Icon, tone } = states[state]
  return (
    <span className={cn('inline-flex shrink-0 items-center gap-1.5 align-middle font-medium text-12', tone, className)}>
      <Icon aria-hidden className={cn('size-3.5', Icon === LoaderCircle && 'animate-spin')} />
      {word}
    </span>
  )
}

/** The first letters of a chain's name on a tile. */
export function ChainTile({ label, current }: { readonly label: string; readonly current: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        'flex size-8 shrink-0 items-center justify-center overflow-hidden rounded-md font-semibold text-12',
        current ? 'bg-accent text-on-accent' : 'border bg-sunken text-muted',
      )}
    >
      {(label.match(/[\p{L}\p{N}]/gu) ?? ['–']).slice(0, 2).join('')}
    </span>
  )
}

/** The kind of a chain in two words. */
export function chainKindWords(chain: Pick<ListedChain, 'kind' | 'network'>): string {
  if (chain.kind === 'sandbox') return 'Private sandbox'
  if (chain.network === 'regtest') return 'Regtest chain'
  return { created: 'Created here', joined: 'Joined', commandline: 'By command line' }[chain.kind]
}
