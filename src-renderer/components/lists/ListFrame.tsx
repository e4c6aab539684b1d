import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { type LoadedRows, loadedText } from './loadedText.ts'

export interface ListFrameProps {
  readonly filters: ReactNode
  readonly actions: ReactNode
  readonly children: ReactNode
  readonly footer: ReactNode
}

/** Layout of a list: filters above it, a footer below it. */
export function ListFrame({ filters, actions, children, footer }: ListFrameProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="group/source flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-1.5">
        {filters}
        <div className="ml-auto flex items-center gap-2">{actions}</div>
      </div>
      {children}
      <div className="flex min-h-8 shrink-0 items-center gap-3 border-t px-4 py-1 text-12 text-muted">{footer}</div>
    </div>
  )
}

export interface LoadedNoteProps extends LoadedRows {
  readonly shown: number | undefined
  /** True if newer rows exist that are not loaded. */
  readonly behind: boolean
  onRenew(): void
}

/** Shows how much of a long list is loaded, and offers a reload if it has changed since. */
export function LoadedNote(props: LoadedNoteProps) {
  const { shown, complete, behind, onRenew } = props
  if (shown === undefined) return <span aria-hidden>&nbsp;</span>
  return (
    <>
      <span role="status">{loadedText(props, shown)}</span>
      {complete ? null : <span className="text-faint">{t('parts:list.sorted')}</span>}
      {behind ? (
        <Button size="sm" className="ml-auto" icon={<ArrowUp aria-hidden className="size-3.5" />} onClick={onRenew}>
          {t('parts:list.renew')}
        </Button>
      ) : null}
    </>
  )
}
