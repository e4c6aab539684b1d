import { useEffect, useRef } from 'react'
import type { Progress as Measured } from '#shared/events.ts'
import { formatUnit } from '../../../components/unitWord.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { formatSealStep } from './sealStep.ts'

export interface SealProgressProps {
  readonly progress: Measured | undefined
  onClose(): void
}

/** Shows the progress of encrypting the wallet, which cannot be cancelled. */
export function SealProgressPanel({ progress, onClose }: SealProgressProps) {
  const place = useRef<HTMLDivElement>(null)
  // Move the focus here, because the field that had it is unmounted.
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 pt-1 outline-none">
      <ProgressBar
        className="rounded-md border bg-sunken px-4 py-3"
        label={formatSealStep(progress)}
        done={progress?.done ?? 0}
        total={progress?.total ?? null}
        unit={formatUnit(progress?.unit ?? '')}
      />
      <p className="text-12 text-muted">{t('wallet:seal.note')}</p>
      <div className="flex justify-end">
        <Button onClick={onClose}>{t('ui:close')}</Button>
      </div>
    </div>
  )
}
