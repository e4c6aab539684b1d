import { TriangleAlert } from 'lucide-react'
import type { WindowDetails, WindowQuestion } from '#shared/channel.ts'
import { t } from '../../i18n/texts.ts'
import { cn } from '../../ui/cn.ts'
import { FactList } from '../../ui/FactList.tsx'
import { SafeText } from '../../ui/SafeText.tsx'

/** Never truncate: the program limits the length of questions. */
const WHOLE = Number.POSITIVE_INFINITY

/** Owner of an output or key, as decoded by the program. */
const OWNERS = ['own', 'imported', 'shared', 'watched', 'contract', 'foreign', 'otherWallet'] as const

function formatOwner(owner: string): string | undefined {
  const known = OWNERS.find((one) => one === owner)
  return known && t(`parts:question.owner.${known}`)
}

/**
 * Returns true for owners that the label already names. A foreign address must be compared by the user, so it is not
 * muted.
 */
const isQuiet = (owner: string) => owner === 'own' || owner === 'contract'

type QuestionRow = WindowQuestion['lists'][number]['rows'][number]

const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text)

/** Shows the owner first, then the complete address and any note. */
function Row({ row: { who, what, owner, name, note } }: { readonly row: QuestionRow }) {
  const kind = formatOwner(owner)
  const whose = kind && name !== undefined ? `${name} · ${kind}` : kind
  const place = (
    <span className={cn('wrap-anywhere min-w-0 font-mono text-12', isQuiet(owner) && 'text-muted')}>
      <SafeText text={who} max={WHOLE} />
    </span>
  )
  return (
    <li className="border-b px-3 py-2 last:border-b-0">
      <p className="flex items-baseline justify-between gap-4">
        {whose ? <span className="font-medium">{whose}</span> : place}
        <span className="wrap-anywhere max-w-2/3 text-right font-medium">
          <SafeText text={what} max={WHOLE} />
        </span>
      </p>
      {whose ? <p>{place}</p> : null}
      {note ? (
        <p className="wrap-anywhere text-12 text-muted">
          <SafeText text={note} max={WHOLE} />
        </p>
      ) : null}
    </li>
  )
}

/** Lists of recipients, then facts. */
function Details({ facts, lists }: WindowDetails) {
  return (
    <>
      {lists.map(({ heading, rows }) => (
        <section key={heading} aria-label={heading}>
          <h3 className="mb-1 font-medium text-12 text-muted">
            {rows.length > 1 ? t('parts:question.heading', { heading, rows: rows.length }) : heading}
          </h3>
          <ul className="rounded-md border bg-surface">
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of a question does not change
              <Row key={index} row={row} />
            ))}
          </ul>
        </section>
      ))}
      {facts.length > 0 ? (
        <FactList
          facts={facts.map(({ name, value }) => ({
            label: <SafeText text={name} max={WHOLE} />,
            value: <SafeText text={value} max={WHOLE} className={isHash(value) ? 'font-mono text-12' : ''} />,
          }))}
        />
      ) : null}
    </>
  )
}

/**
 * Contents of a question, as decoded by the program. Details are collapsed, unless they contain more than the title
 * says.
 */
export function QuestionBody({ question }: { readonly question: WindowQuestion }) {
  const { chain, facts, lists, warnings, details } = question
  const all = [...(chain === null ? [] : [{ name: t('parts:question.chain'), value: chain }]), ...facts]
  return (
    <div className="flex flex-col gap-4">
      {warnings.map((warning) => (
        <p key={warning} className="flex gap-2 rounded-md border border-warn/35 bg-warn-soft p-3 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <SafeText text={warning} max={WHOLE} />
        </p>
      ))}
      <Details facts={all} lists={lists} />
      {details ? (
        <details open={details.open}>
          <summary className="cursor-pointer text-accent-text">{t('parts:question.details')}</summary>
          <div className="mt-3 flex flex-col gap-4">
            <Details facts={details.facts} lists={details.lists} />
          </div>
        </details>
      ) : null}
    </div>
  )
}
