import { type ReactNode, useRef, useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

export interface FileButtonProps extends Pick<ButtonProps, 'size' | 'icon'> {
  /** Accessible name of the file input, which is invisible and not a tab stop. */
  readonly field: string
  /** File extensions and media types, separated by commas. */
  readonly accept: string
  readonly children: ReactNode
  /** The button is busy until the promise resolves; it must not reject. */
  onFile(file: File): Promise<void> | void
}

/** Button that opens a file dialog. The same file can be chosen again. */
export function FileButton({ field, accept, children, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const read = async (file: File) => {
    setBusy(true)
    await onFile(file)
    setBusy(false)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={field}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const given = target.files?.[0]
          target.value = ''
          if (given) void read(given)
        }}
      />
      <Button {...button} busy={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
