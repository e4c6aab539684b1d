import { Command } from 'cmdk'
import type { ReactNode } from 'react'

interface ItemProps {
  readonly value: string
  readonly icon: ReactNode
  readonly children: ReactNode
  readonly aside?: ReactNode
  onSelect(): void
}

export function Item({ value, icon, children, aside, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-hover [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint"
    >
      {icon}
      <span className="max-w-2/3 shrink-0 truncate">{children}</span>
      {aside ? <span className="ml-auto min-w-0 truncate text-12 text-faint">{aside}</span> : null}
    </Command.Item>
  )
}

export const group =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-faint'

export interface GroupProps {
  close(): void
}
