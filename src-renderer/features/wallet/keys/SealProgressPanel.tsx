import { useEffect, useRef } from 'react'
import type { Progress as Measured } from '#shared/events.ts'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { sealWords } from './sealWords.ts'

export interface SealProgressProps {
  readonly progress: Measured | undefined
  onClose(): void
}

/** Progress of encrypting the wallet. It cannot be cancelled. */
export function SealProgressPanel({ progress, onClose }: SealProgressProps) {
  const place = useRef<HTMLDivElement>(null)
  // The field that had the focus is gone.
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 pt-1 outline-none">
      <ProgressBar
        className="rounded-md border bg-sunken px-4 py-3"
        label={sealWords(progress)}
        done={progress?.done ?? 0}
        total={progress?.total ?? null}
        unit={progress?.unit ?? ''}
      />
      <p className="text-12 text-muted">
        This cannot be stopped. All keys are written in one step at the end: should the program end before, the wallet
        is as it was. You may close this; it goes on, and a message tells when it is done.
      </p>
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}
