import type { FolderReport } from '../texts.ts'
import { ChainCard } from './ChainCard.tsx'
import { PageNotes } from './PageNotes.tsx'
import { RestCard } from './RestCard.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { TakeCard } from './TakeCard.tsx'
import { type ReportQuery, useMoveInForm } from './useMoveInForm.ts'
import { WalletCard } from './WalletCard.tsx'

export interface MoveInFormProps {
  readonly report: FolderReport
  readonly query: ReportQuery
}

/** Findings on the left; the choices and the one button on the right. */
export function MoveInForm({ report, query }: MoveInFormProps) {
  const move = useMoveInForm(report, query.text)
  return (
    <form
      noValidate
      onSubmit={move.submit}
      className="grid grid-cols-[minmax(0,1fr)_minmax(280px,0.62fr)] items-start gap-4 max-[719px]:grid-cols-1"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <PageNotes report={report} query={query} />
        <ChainCard report={report} query={query} form={move.form} />
        {report.keys ? <WalletCard keys={report.keys} coin={report.definition.name} /> : null}
        {report.settings ? <SettingsCard settings={report.settings} form={move.form} /> : null}
        <RestCard report={report} />
      </div>
      <TakeCard report={report} move={move} />
    </form>
  )
}
