import { CircleCheck, CircleX, Info, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../i18n/texts.ts'
import { IconButton } from './Button.tsx'
import { cn } from './cn.ts'
import { type ToastMessage, useToasts } from './toasts.ts'
import { useElementSize } from './useElementSize.ts'
import { closeTopmost } from './useOverlay.ts'

const icons = { ok: CircleCheck, bad: CircleX, neutral: Info } as const

interface LineProps {
  readonly toast: ToastMessage
  /** True for the newest notification, which is shown; the others wait behind it. */
  readonly newest: boolean
  readonly others: number
  /** True if all notifications are listed with their complete texts. */
  readonly listed: boolean
  onListed(listed: boolean): void
  onClose(): void
}

/**
 * Returns true if a text is longer than its line. While the text is shown completely (`whole`), returns the last
 * result.
 */
function useIsCut(text: RefObject<HTMLElement | null>, whole: boolean): boolean {
  const { width } = useElementSize(text)
  const [cut, setCut] = useState(false)
  useLayoutEffect(() => {
    if (text.current && width > 0 && !whole) setCut(text.current.scrollWidth > width)
  }, [text, width, whole])
  return cut
}

/** Button that opens and closes the list of all notifications. */
function ListButton({ others, listed, onListed }: Pick<LineProps, 'others' | 'listed' | 'onListed'>) {
  return (
    <button
      type="button"
      data-radix-toast-announce-exclude
      aria-expanded={listed}
      onClick={() => onListed(!listed)}
      className="h-6 shrink-0 rounded-sm px-2 text-12 text-muted hover:bg-hover hover:text-text"
    >
      {listed ? t('ui:notices.less') : others > 0 ? t('ui:notices.more', { count: others }) : t('ui:notices.whole')}
    </button>
  )
}

function ToastLine({ toast, newest, others, listed, onListed, onClose }: LineProps) {
  const text = useRef<HTMLDivElement>(null)
  const cut = useIsCut(text, listed)
  const Icon = icons[toast.tone]
  return (
    <Radix.Root
      duration={toast.action ? 9000 : 5000}
      onOpenChange={(open) => (open ? undefined : onClose())}
      // Neither the pointer nor the focus is in the list any more.
      onResume={() => onListed(false)}
      onEscapeKeyDown={(event) => {
        // Escape closes the layer below, unless the focus is in the notifications: the notification may contain the
        // only undo button.
        const here = event.target instanceof Element && event.target.closest('[data-toasts]') !== null
        if (here && listed) onListed(false)
        if ((here && listed) || (!here && closeTopmost())) event.preventDefault()
      }}
      className={cn(
        // A dialog that opens later must not block clicks on it.
        'pointer-events-auto! min-h-0 shrink-0 animate-fade gap-2.5 pr-2 pl-5',
        listed ? 'flex items-start py-1.5' : newest ? 'flex flex-1 items-center' : 'hidden',
      )}
    >
      <Icon
        aria-hidden
        className={cn(
          'size-4 shrink-0',
          listed && 'mt-1',
          toast.tone === 'ok' && 'text-ok',
          toast.tone === 'bad' && 'text-bad',
          toast.tone === 'neutral' && 'text-muted',
        )}
      />
      <div ref={text} className={listed ? 'wrap-anywhere min-w-0 py-0.5' : 'min-w-0 truncate'}>
        <Radix.Title className="inline font-medium">{toast.title}</Radix.Title>
        {toast.detail ? (
          <Radix.Description className={cn('text-muted', listed ? 'text-pretty' : 'ml-2 inline')}>
            {toast.detail}
          </Radix.Description>
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
      <span className="flex-1" />
      {newest && (listed || others > 0 || cut) ? (
        <ListButton others={others} listed={listed} onListed={onListed} />
      ) : null}
      <Radix.Close asChild>
        <IconButton label={t('ui:dismiss')} small icon={<X aria-hidden className="size-3.5" />} />
      </Radix.Close>
    </Radix.Root>
  )
}

/**
 * Shows notifications in a line below the page, which shrinks, so that nothing is covered. The line shows the newest
 * notification; the others and long texts are listed on demand. Dialogs end above the line. F8 moves the focus here.
 */
export function Toaster() {
  const { toasts, dismiss } = useToasts()
  const [asked, setAsked] = useState(false)
  const some = toasts.length > 0
  const [had, setHad] = useState(some)
  const [emptied, setEmptied] = useState(0)
  if (asked && !some) setAsked(false)
  if (had !== some) {
    setHad(some)
    if (!some) setEmptied(emptied + 1)
  }
  return (
    <div className={cn('relative z-70 shrink-0', some && 'h-9')}>
      {/* Radix stays paused if the last notification is removed while the pointer or the focus is on it; later ones would never time out. */}
      <Radix.Provider key={emptied} label={t('ui:notices.one')}>
        {toasts.map((toast, index) => (
          <ToastLine
            key={toast.id}
            toast={toast}
            newest={index === toasts.length - 1}
            others={toasts.length - 1}
            listed={asked}
            onListed={setAsked}
            onClose={() => dismiss(toast.id)}
          />
        ))}
        <Radix.Viewport
          data-toasts
          label={`${t('ui:notices.all')} ({hotkey})`}
          className={cn(
            'absolute inset-x-0 bottom-0 flex flex-col overflow-y-auto bg-raised outline-none',
            some && 'border-t',
            asked ? 'max-h-[60vh] divide-y shadow-float' : some && 'h-9',
          )}
        />
      </Radix.Provider>
    </div>
  )
}
