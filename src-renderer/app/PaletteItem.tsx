import { Command } from 'cmdk'
import type { SearchCandidate } from '../components/search/candidate.ts'
import { cn } from '../ui/cn.ts'
import { Identicon } from '../ui/Identicon.tsx'

export interface PaletteItemProps {
  readonly candidate: SearchCandidate
  onSelect(): void
}

export function PaletteItem({ candidate, onSelect }: PaletteItemProps) {
  const { id, title, icon: Icon, picture, aside, mono } = candidate
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      className="flex h-9 items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-hover"
    >
      {picture === undefined ? (
        <Icon aria-hidden className="size-4 shrink-0 text-faint" />
      ) : (
        <Identicon seed={picture} className="size-4" />
      )}
      <bdi className={cn('max-w-2/3 shrink-0 truncate', mono && 'font-mono text-12')}>{title}</bdi>
      {aside ? <bdi className="ml-auto min-w-0 truncate text-12 text-faint">{aside}</bdi> : null}
    </Command.Item>
  )
}
