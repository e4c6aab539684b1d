import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export interface MenuItem {
  readonly id: string
  readonly label: ReactNode
  readonly icon?: ReactNode
  readonly shortcut?: string | undefined
  readonly danger?: boolean | undefined
  readonly disabled?: boolean | undefined
  onSelect(): void
}

export interface MenuProps {
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'end' | undefined
  /** Button that opens the menu. */
  readonly children: ReactNode
}

export function Menu({ items, align = 'end', children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-80 min-w-44 data-[state=open]:animate-fade rounded-md border bg-raised p-1 shadow-float"
        >
          {items.map((item) => (
            <Radix.Item
              key={item.id}
              disabled={item.disabled ?? false}
              onSelect={item.onSelect}
              className={cn(
                'flex h-7 items-center gap-2 rounded-sm px-2 text-13 outline-none data-highlighted:bg-hover',
                item.disabled ? 'text-faint' : item.danger ? 'text-bad' : 'text-text',
              )}
            >
              {item.icon}
              <span className="flex-1">{item.label}</span>
              {item.shortcut ? <span className="text-12 text-faint">{item.shortcut}</span> : null}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
