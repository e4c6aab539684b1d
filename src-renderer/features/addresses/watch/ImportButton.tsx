import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { labelProblem } from '../../../parts/label.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toasts.ts'
import { MOST_BYTES, readWatchFile } from './importFile.ts'
import { useWatch } from './useWatch.ts'

/** Imports addresses and labels from a file. Addresses already watched get the label of the file. */
export function ImportButton() {
  const { client } = useNode()
  const { renew } = useWatch()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const read = async (file: File) => {
    const entries = file.size > MOST_BYTES ? [] : readWatchFile(await file.text())
    let taken = 0
    for (const { address, label } of entries) {
      const kept = labelProblem(label) === undefined ? label : ''
      taken += await client.call('watchaddress', { address, label: kept }).then(
        () => 1,
        () => 0,
      )
    }
    renew()
    toast(
      taken > 0
        ? {
            tone: 'ok',
            title: t('addresses:import.done', { count: taken }),
            detail:
              taken < entries.length ? t('addresses:import.rejected', { count: entries.length - taken }) : undefined,
          }
        : { tone: 'bad', title: t('addresses:import.none'), detail: t('addresses:import.noneHint') },
    )
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.json,.txt,text/csv,application/json,text/plain"
        aria-label={t('addresses:import.file')}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (!file) return
          setBusy(true)
          void read(file).finally(() => setBusy(false))
        }}
      />
      <Button
        size="sm"
        busy={busy}
        icon={<Upload aria-hidden className="size-3.5" />}
        onClick={() => input.current?.click()}
      >
        {t('addresses:import.button')}
      </Button>
    </>
  )
}
