import type { LucideIcon } from 'lucide-react'
import { cn } from '../ui/cn.ts'

export interface TxStateProps {
  readonly icon: LucideIcon
  /** CSS class of the colour. */
  readonly tone: string
  readonly words: string
}

export function TxState({ icon: Icon, tone, words }: TxStateProps) {
  return (
    <span className={cn('inline-flex max-w-full items-center gap-1.5 align-middle', tone)}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span title={words} className="truncate">
        {words}
      </span>
    </span>
  )
}
