import {
  CircleAlert,
  CircleCheck,
  CircleDot,
  CircleHelp,
  CirclePause,
  CircleX,
  GitBranch,
  History,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
  Unlink,
} from 'lucide-react'
import type { ChainState } from '../node/chainState.ts'
import { cn } from '../ui/cn.ts'

const icons: Record<ChainState['id'], LucideIcon> = {
  unreachable: CircleX,
  starting: LoaderCircle,
  importing: LoaderCircle,
  indexing: LoaderCircle,
  stopping: CirclePause,
  failed: CircleX,
  unclear: CircleHelp,
  solo: CircleDot,
  'no-peers': CircleAlert,
  headers: LoaderCircle,
  blocks: LoaderCircle,
  reorganising: GitBranch,
  stalled: TriangleAlert,
  'other-branch': GitBranch,
  'other-chain': Unlink,
  'stale-tip': History,
  synced: CircleCheck,
}

const tones = { ok: 'text-ok', warn: 'text-warn', bad: 'text-bad', neutral: 'text-muted' } as const

/** State of the chain as icon, word and colour. */
export function StateMark({ state, className }: { readonly state: ChainState; readonly className?: string }) {
  const Icon = icons[state.id]
  return (
    <span role="status" className={cn('inline-flex items-baseline gap-1.5 font-medium', tones[state.tone], className)}>
      <Icon aria-hidden className={cn('size-3.5 self-center', Icon === LoaderCircle && 'animate-spin')} />
      {state.word}
    </span>
  )
}
