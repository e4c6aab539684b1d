import { TRANSACTION_KINDS } from '#shared/rpc/methods/explorer.ts'
import { t } from '../../i18n/texts.ts'
import { transactionKindLabel, transactionKinds } from '../links/kinds.ts'
import { buildShape } from './layout.ts'

const SIZE = 10

/** Kinds in the legend. Contracts share one shape and colour, so they appear once. */
const SHOWN = TRANSACTION_KINDS.filter((kind) => kind === 'contract' || transactionKinds[kind].tone !== 'contract')

export function RiverLegend() {
  return (
    <ul aria-label={t('parts:river.kinds')} className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-3 text-12 text-muted">
      {SHOWN.map((kind) => (
        <li key={kind} className="inline-flex items-center gap-1.5">
          <svg aria-hidden width={SIZE} height={SIZE}>
            <path
              d={buildShape(kind, 0, 0, SIZE)}
              fillRule="evenodd"
              style={{ fill: `var(--kind-${transactionKinds[kind].tone})` }}
            />
          </svg>
          {transactionKindLabel(kind)}
        </li>
      ))}
      <li className="ml-auto">{t('parts:river.legend')}</li>
    </ul>
  )
}
