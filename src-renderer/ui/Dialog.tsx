import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { t } from '../i18n/texts.ts'
import { Button, IconButton } from './Button.tsx'
import { cn } from './cn.ts'
import { ScrollRegion } from './ScrollRegion.tsx'
import { useToasts } from './toasts.ts'
import { InDialog, useOverlay } from './useOverlay.ts'

/*
 * Plain backdrop. Radix's own Overlay and modal menus lock scrolling with a <style> element, which the content security
 * policy blocks; the body of this window never scrolls anyway. Has the z-index of dialogs, so that the order in the
 * page decides: a question dims the dialog that opened it.
 */
function Backdrop() {
  return <div aria-hidden className="fixed inset-0 z-50 animate-fade bg-overlay" />
}

export interface DialogProps {
  readonly open: boolean
  onOpenChange(open: boolean): void
  readonly title: ReactNode
  /** Single sentence below the title; read aloud with it. */
  readonly description?: ReactNode
  readonly footer?: ReactNode
  readonly size?: 'md' | 'lg' | undefined
  /** Name of the scrolling part if the dialog is above another one, because landmarks need distinct names. */
  readonly contentLabel?: string | undefined
  /** Element that gets the focus first; default: the first field. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
  readonly children: ReactNode
}

/** Modal dialog: traps the focus, closes on Escape and restores the focus. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, footer, size = 'md', initialFocus, children } = props
  const { contentLabel = t('ui:content') } = props
  const content = useRef<HTMLDivElement>(null)
  const typed = useRef(false)
  const focus = useOverlay(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Backdrop />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          ref={content}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            // Focus the first field or else the dialog itself, never the close button.
            event.preventDefault()
            typed.current = false
            focus.remember()
            const field = content.current?.querySelector<HTMLElement>('input, textarea, select')
            ;(initialFocus?.current ?? field ?? content.current)?.focus()
          }}
          onCloseAutoFocus={focus.restore}
          onInput={() => {
            typed.current = true
          }}
          onPointerDownOutside={(event) => {
            // A click outside closes only dialogs without typed text.
            if (typed.current) event.preventDefault()
          }}
          className={cn(
            'fixed inset-x-0 top-[max(24px,8vh)] z-50 mx-auto flex max-h-[min(84vh,calc(92vh-72px))] w-[calc(100vw-48px)] animate-rise flex-col rounded-lg border bg-raised shadow-float outline-none',
            size === 'md' ? 'max-w-120' : 'max-w-176',
          )}
        >
          <header className="flex items-start gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="wrap-anywhere font-semibold text-16">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="wrap-anywhere text-muted">{description}</Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              <IconButton label={t('ui:close')} icon={<X aria-hidden className="size-4" />} className="-mr-2" />
            </Radix.Close>
          </header>
          <ScrollRegion label={contentLabel} className="flex-1 scroll-pb-16 px-5 pb-5">
            <InDialog value={true}>{children}</InDialog>
          </ScrollRegion>
          {footer ? (
            <footer className="flex items-center justify-end gap-2 rounded-b-lg border-t bg-surface px-5 py-3">
              {footer}
            </footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * Last row of a form in a dialog: a cancel button and the given buttons. Sticky, so that it stays visible if the form
 * is longer than the dialog.
 */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 z-10 -mx-5 -mt-3 -mb-5 flex justify-end gap-2 rounded-b-lg bg-raised px-5 pt-3 pb-5">
      <Radix.Close asChild>
        <Button>{t('ui:cancel')}</Button>
      </Radix.Close>
      {children}
    </div>
  )
}

export interface DrawerProps {
  readonly open: boolean
  onClose(): void
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  /** Actions on the shown object, to the right of the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/**
 * Panel with details next to the page. Not modal: the page stays usable, so that the user can select another row. The
 * focus moves in on opening and back on closing.
 */
export function Drawer({ open, onClose, title, subtitle, actions, children }: DrawerProps) {
  const content = useRef<HTMLDivElement>(null)
  const noticed = useToasts((state) => state.toasts.length > 0)
  const focus = useOverlay(open, onClose)
  return (
    <Radix.Root open={open} modal={false} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Content
          data-drawer
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            // Focus the drawer itself, not its first button.
            event.preventDefault()
            focus.remember()
            content.current?.focus()
          }}
          onCloseAutoFocus={focus.restore}
          ref={content}
          tabIndex={-1}
          className={cn(
            'fixed top-0 right-0 z-30 flex w-120 max-w-[calc(100vw-64px)] animate-slide flex-col border-l bg-raised shadow-float outline-none',
            // Keep above the status bar and notifications.
            noticed ? 'bottom-16' : 'bottom-7',
          )}
        >
          <header className="group/source flex items-start gap-3 border-b px-5 py-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="wrap-anywhere font-semibold text-16">{title}</Radix.Title>
              {subtitle ? <div className="text-12 text-muted">{subtitle}</div> : null}
            </div>
            <div className="flex h-8 shrink-0 items-center gap-1">
              {actions}
              <Radix.Close asChild>
                <IconButton
                  label={t('ui:closeDetails')}
                  icon={<X aria-hidden className="size-4" />}
                  className="-mr-2"
                />
              </Radix.Close>
            </div>
          </header>
          <ScrollRegion label={t('ui:details')} className="flex-1 px-5 py-4">
            {children}
          </ScrollRegion>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
