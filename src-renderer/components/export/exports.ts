import { create } from 'zustand'
import { t } from '../../i18n/texts.ts'
import { toast } from '../../ui/toasts.ts'
import { describeError } from '../describeError.ts'
import { ListChangedError } from './run.ts'
import { openSink, type Sink } from './sink.ts'
import type { ExportFormat } from './table.ts'

/** Running export. Continues while the user visits other pages. */
export interface ExportJob {
  readonly id: number
  readonly fileName: string
  readonly done: number
  /** Null if the number of filtered rows is unknown. */
  readonly total: number | null
  cancel(): void
}

export interface ExportOrder {
  /** Without extension. */
  readonly fileName: string
  readonly format: ExportFormat
  readonly total: number | null
  /** Writes the complete file and returns its number of rows. */
  write(sink: Sink, report: (rows: number) => void, signal: AbortSignal): Promise<number>
}

interface ExportState {
  readonly jobs: readonly ExportJob[]
  start(order: ExportOrder): Promise<void>
}

const types: Record<ExportFormat, string> = { csv: 'text/csv;charset=utf-8', json: 'application/json' }
let lastId = 0

export const useExports = create<ExportState>()((set) => ({
  jobs: [],
  async start({ fileName, format, total, write }) {
    const name = `${fileName}.${format}`
    const sink = await openSink(name, types[format])
    if (!sink) return
    const abort = new AbortController()
    lastId += 1
    const id = lastId
    const report = (done: number) =>
      set((state) => ({ jobs: state.jobs.map((job) => (job.id === id ? { ...job, done } : job)) }))
    set((state) => ({
      jobs: [...state.jobs, { id, fileName: name, done: 0, total, cancel: () => abort.abort() }],
    }))
    try {
      const rows = await write(sink, report, abort.signal)
      await sink.close()
      toast({ tone: 'ok', title: t('parts:export.done', { count: rows }), detail: name })
    } catch (error) {
      await sink.abort().catch(() => {})
      if (abort.signal.aborted)
        toast({ tone: 'neutral', title: t('parts:export.cancelled'), detail: t('parts:export.cancelledHint') })
      else toast({ tone: 'bad', title: t('parts:export.failed'), detail: reason(error) })
    } finally {
      set((state) => ({ jobs: state.jobs.filter((job) => job.id !== id) }))
    }
  },
}))

function reason(error: unknown): string {
  return error instanceof ListChangedError ? t('parts:export.changed') : describeError(error).title
}
