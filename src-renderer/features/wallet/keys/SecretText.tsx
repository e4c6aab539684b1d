import { EyeOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../../i18n/texts.ts'
import { cn } from '../../../ui/cn.ts'

/** Returns true if this window has the focus. */
function useInFront(): boolean {
  const [front, setFront] = useState(true)
  useEffect(() => {
    const updateFront = () => setFront(!document.hidden)
    const leave = () => setFront(false)
    window.addEventListener('focus', updateFront)
    window.addEventListener('blur', leave)
    document.addEventListener('visibilitychange', updateFront)
    return () => {
      window.removeEventListener('focus', updateFront)
      window.removeEventListener('blur', leave)
      document.removeEventListener('visibilitychange', updateFront)
    }
  }, [])
  return front
}

/** Shows a secret. It cannot be selected, and is hidden as soon as the window loses the focus. */
export function SecretText({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  const front = useInFront()
  return (
    <div className={cn('relative', className)} onCopy={(event) => event.preventDefault()}>
      <div className={cn('select-none', !front && 'invisible')}>{children}</div>
      {front ? null : (
        <p className="absolute inset-0 flex items-center justify-center gap-2 rounded-md border border-dashed bg-sunken text-muted">
          <EyeOff aria-hidden className="size-4" /> {t('wallet:hidden')}
        </p>
      )}
    </div>
  )
}
