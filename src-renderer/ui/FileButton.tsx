import { type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

export interface FileButtonProps extends Pick<ButtonProps, 'size' | 'busy' | 'icon'> {
  /** accessible name of the file field itself, which stays out of sight and of the tab order */
  readonly field: string
  /** extensions and media types, with commas between */
  readonly accept: string
  readonly children: ReactNode
  onFile(file: File): void
}

/** A button that lets choose a file. The same file can be chosen again. */
export function FileButton({ field, accept, children, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
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
          if (given) onFile(given)
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
