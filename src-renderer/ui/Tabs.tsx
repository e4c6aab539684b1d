import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly label: ReactNode
  readonly content: ReactNode
}

export interface TabsProps<Id extends string> {
  readonly label: string
  readonly value: Id
  readonly onChange: (value: Id) => void
  readonly tabs: readonly Tab<Id>[]
  readonly className?: string | undefined
}

export function Tabs<Id extends string>({ label, value, onChange, tabs, className }: TabsProps<Id>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((candidate) => candidate.id === next)
        if (tab) onChange(tab.id)
      }}
      className={cn('flex min-h-0 flex-col', className)}
    >
      <Radix.List aria-label={label} className="flex shrink-0 gap-1 border-b max-[719px]:flex-wrap">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px h-8 rounded-t-sm border-transparent border-b-2 px-2.5 font-medium text-13 text-muted transition-colors duration-(--quick) hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-text"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="min-h-0 flex-1 pt-3">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
