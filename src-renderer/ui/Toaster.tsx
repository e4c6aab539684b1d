import { CircleCheck, CircleX, Info, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useRef } from 'react'
import { t } from '../i18n/texts.ts'
import { IconButton } from './Button.tsx'
import { cn } from './cn.ts'
import { type ToastMessage, useToasts } from './toasts.ts'
import { closeTopmost } from './useOverlay.ts'
import { useToastPlace } from './useToastPlace.ts'

const icons = { ok: CircleCheck, bad: CircleX, neutral: Info } as const

function ToastCard({ toast, onClose }: { readonly toast: ToastMessage; onClose(): void }) {
  const Icon = icons[toast.tone]
  return (
    <Radix.Root
      duration={toast.action ? 9000 : 5000}
      onOpenChange={(open) => (open ? undefined : onClose())}
      onEscapeKeyDown={(event) => {
        // Escape closes the layer below, unless the focus is here: the notification may hold the only undo.
        const here = event.target instanceof Element && event.target.closest('[data-toasts]') !== null
        if (!here && closeTopmost()) event.preventDefault()
      }}
      className="flex w-88 animate-rise items-start gap-2.5 rounded-lg border bg-raised py-2.5 pr-2 pl-3 shadow-float"
    >
      <Icon
        aria-hidden
        className={cn(
          'mt-0.5 size-4 shrink-0',
          toast.tone === 'ok' && 'text-ok',
          toast.tone === 'bad' && 'text-bad',
          toast.tone === 'neutral' && 'text-muted',
        )}
      />
      <div className="min-w-0 flex-1">
        <Radix.Title className="wrap-anywhere font-medium">{toast.title}</Radix.Title>
        {toast.detail ? (
          <Radix.Description className="wrap-anywhere text-pretty text-12 text-muted">{toast.detail}</Radix.Description>
        ) : null}
      </div>
      {toast.action ? (
        <Radix.Action
          altText={toast.action.label}
          onClick={toast.action.run}
          className="h-6 shrink-0 rounded-sm px-2 font-medium text-12 text-accent-text hover:bg-hover"
        >
          {toast.action.label}
        </Radix.Action>
      ) : null}
      <Radix.Close asChild>
        <IconButton label={t('ui:dismiss')} small icon={<X aria-hidden className="size-3.5" />} />
      </Radix.Close>
    </Radix.Root>
  )
}

/** Mounted once at the end of the window. It avoids covering controls. F8 moves the focus here. */
export function Toaster() {
  const { toasts, dismiss } = useToasts()
  const list = useRef<HTMLOListElement>(null)
  const place = useToastPlace(list, toasts.length)
  return (
    <Radix.Provider>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onClose={() => dismiss(toast.id)} />
      ))}
      <Radix.Viewport data-toasts ref={list} style={place} className="fixed z-70 flex flex-col gap-2 outline-none" />
    </Radix.Provider>
  )
}
