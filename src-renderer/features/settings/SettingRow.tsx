import type { ReactNode } from 'react'

/** A setting of the window: its description on the left, the control on the right. */
export function SettingRow({
  label,
  hint,
  children,
}: {
  readonly label: string
  readonly hint?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 max-w-88">
        <p className="font-medium">{label}</p>
        {hint ? <p className="text-pretty text-12 text-muted">{hint}</p> : null}
      </div>
      {children}
    </div>
  )
}
