import { TriangleAlert } from 'lucide-react'
import type { WindowQuestion } from '#shared/channel.ts'
import { t } from '../../i18n/texts.ts'
import { cn } from '../../ui/cn.ts'
import { FactList } from '../../ui/FactList.tsx'
import { SafeText } from '../../ui/SafeText.tsx'

/** Nothing is cut: the program limits the length of questions. */
const WHOLE = Number.POSITIVE_INFINITY

/** Owner of an output or key, as decoded by the program. */
const OWNERS = ['own', 'imported', 'shared', 'watched', 'contract', 'foreign'] as const

function ownerWord(owner: string): string | undefined {
  const known = OWNERS.find((one) => one === owner)
  return known && t(`parts:question.owner.${known}`)
}

/** Said in words already; an address of others is what has to be compared. */
const isQuiet = (owner: string) => owner === 'own' || owner === 'contract'

const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text)

/** Contents of a question, as decoded by the program. */
export function QuestionBody({ question }: { readonly question: WindowQuestion }) {
  const { chain, facts, lists, warnings } = question
  const all = [...(chain === null ? [] : [{ name: t('parts:question.chain'), value: chain }]), ...facts]
  return (
    <div className="flex flex-col gap-4">
      {warnings.map((warning) => (
        <p key={warning} className="flex gap-2 rounded-md border border-warn/35 bg-warn-soft p-3 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <SafeText text={warning} max={WHOLE} />
        </p>
      ))}
      {lists.map(({ heading, rows }) => (
        <section key={heading} aria-label={heading}>
          <h3 className="mb-1 font-medium text-12 text-muted">
            {rows.length > 1 ? t('parts:question.heading', { heading, rows: rows.length }) : heading}
          </h3>
          <ul className="rounded-md border bg-surface">
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of a question does not change
              <li key={index} className="flex items-baseline gap-4 border-b px-3 py-2 last:border-b-0">
                <div className="min-w-0 flex-1">
                  {ownerWord(row.owner) ? <p className="font-medium">{ownerWord(row.owner)}</p> : null}
                  <p className={cn('wrap-anywhere font-mono text-12', isQuiet(row.owner) && 'text-muted')}>
                    <SafeText text={row.who} max={WHOLE} />
                  </p>
                  {row.note ? (
                    <p className="wrap-anywhere text-12 text-muted">
                      <SafeText text={row.note} max={WHOLE} />
                    </p>
                  ) : null}
                </div>
                <span className="wrap-anywhere max-w-1/2 text-right font-medium">
                  <SafeText text={row.what} max={WHOLE} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {all.length > 0 ? (
        <FactList
          facts={all.map(({ name, value }) => ({
            label: <SafeText text={name} max={WHOLE} />,
            value: <SafeText text={value} max={WHOLE} className={isHash(value) ? 'font-mono text-12' : ''} />,
          }))}
        />
      ) : null}
    </div>
  )
}
