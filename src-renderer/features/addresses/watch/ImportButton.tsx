import { Upload } from 'lucide-react'
import { describeError } from '../../../components/describeError.ts'
import { labelProblem } from '../../../components/label.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { FileButton } from '../../../ui/FileButton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { MAX_WATCH_FILE_BYTES, readWatchFile } from './importFile.ts'
import { useWatch } from './useWatch.ts'

/** Imports addresses and labels from a file. Addresses already watched get the label in the file. */
export function ImportButton() {
  const { client } = useNode()
  const { renew } = useWatch()
  const read = async (file: File) => {
    const entries = file.size > MAX_WATCH_FILE_BYTES ? [] : readWatchFile(await file.text())
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
    <FileButton
      size="sm"
      field={t('addresses:import.file')}
      accept=".csv,.json,.txt,text/csv,application/json,text/plain"
      icon={<Upload aria-hidden className="size-3.5" />}
      onFile={(file) => read(file).catch((error: unknown) => toast({ tone: 'bad', title: describeError(error).title }))}
    >
      {t('addresses:import.button')}
    </FileButton>
  )
}
