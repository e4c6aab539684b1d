import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { useExports } from './exports.ts'

/** Running exports, each with a cancel button. */
export function ExportProgress() {
  const jobs = useExports((state) => state.jobs)
  return (
    <>
      {jobs.map((job) => (
        <section
          key={job.id}
          aria-label={t('parts:export.section', { file: job.fileName })}
          className="flex shrink-0 items-center gap-4 rounded-lg border bg-surface px-4 py-2.5 shadow-card"
        >
          <ProgressBar
            className="min-w-0 flex-1"
            label={t('parts:export.running', { file: job.fileName })}
            done={job.done}
            total={job.total}
            unit={t('parts:export.rows')}
          />
          <Button size="sm" onClick={job.cancel}>
            {t('ui:cancel')}
          </Button>
        </section>
      ))}
    </>
  )
}
