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
          aria-label={`Export to ${job.fileName}`}
          className="flex shrink-0 items-center gap-4 rounded-lg border bg-surface px-4 py-2.5 shadow-card"
        >
          <ProgressBar
            className="min-w-0 flex-1"
            label={`Exporting to ${job.fileName}`}
            done={job.done}
            total={job.total}
            unit="rows"
          />
          <Button size="sm" onClick={job.cancel}>
            Cancel
          </Button>
        </section>
      ))}
    </>
  )
}
