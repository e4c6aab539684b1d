import { CircleCheck, CircleDashed, CircleSlash, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { usePerson } from '../../components/people/persons.ts'
import { checkText } from '../../i18n/nodeText.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { cn } from '../../ui/cn.ts'
import { SafeText } from '../../ui/SafeText.tsx'
import { claimedCheck, type Eligibility, type EligibilityCheck, faucetWorks, isEmptyPool } from './claimStatus.ts'

interface Outcome {
  readonly id: 'yes' | 'no' | 'busy' | 'unknown' | 'had'
  readonly tone: string
  readonly icon: LucideIcon
}

const YES: Outcome = { id: 'yes', tone: 'text-ok', icon: CircleCheck }
const NO: Outcome = { id: 'no', tone: 'text-bad', icon: CircleX }
/** A running search is not an obstacle. */
const BUSY: Outcome = { id: 'busy', tone: 'text-accent-text', icon: LoaderCircle }
const UNKNOWN: Outcome = { id: 'unknown', tone: 'text-faint', icon: CircleDashed }
/** Not shown as a fault: in the sandbox the next click meets the condition. */
const NOT_YET: Outcome = { id: 'no', tone: 'text-muted', icon: CircleDashed }
/** Traces of a finished claim are not a fault. */
const HAD: Outcome = { id: 'had', tone: 'text-muted', icon: CircleSlash }

function outcomeFor(check: EligibilityCheck, data: Eligibility, sandbox: boolean): Outcome {
  if (check.passed) return YES
  if (check.name === 'running') return BUSY
  const known = check.txid !== undefined || check.amount !== undefined || faucetWorks(data)
  if (!known && !['pubkey', 'conditions', 'index'].includes(check.name)) return UNKNOWN
  if (claimedCheck(data)) return HAD
  return sandbox && faucetWorks(data) ? NOT_YET : NO
}

export interface ChecklistProps {
  readonly data: Eligibility
  onTransaction(txid: string): void
}

/** Lists the conditions for a claim by this node, each with its evidence. */
export function Checklist({ data, onTransaction }: ChecklistProps) {
  const { person } = usePerson()
  const passed = data.checks.filter((check) => check.passed).length
  return (
    <div>
      <h3 className="pb-2 font-medium">{t('faucet:check.passed', { passed, total: data.checks.length })}</h3>
      <Summary data={data} />
      <ul aria-label={t('faucet:check.list')} className="border-t">
        {data.checks.map((check) => (
          <Item
            key={check.name}
            check={check}
            outcome={outcomeFor(check, data, person !== undefined)}
            onTransaction={onTransaction}
          />
        ))}
      </ul>
    </div>
  )
}

function Summary({ data }: { readonly data: Eligibility }) {
  const { address } = data
  const had = claimedCheck(data) !== undefined
  if (!had && address === null) return null
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 pb-3 text-muted">
      {had ? t('faucet:check.had') : null}
      {address === null ? null : (
        <span>
          <Trans
            i18nKey="faucet:check.paidTo"
            components={{
              address: (
                <ChainLink
                  to={{ kind: 'address', id: address }}
                  label={t('faucet:check.paidToName')}
                  head={6}
                  tail={6}
                  copy
                  unnamed
                  className="align-baseline"
                />
              ),
            }}
          />
        </span>
      )}
    </p>
  )
}

interface ItemProps {
  readonly check: EligibilityCheck
  readonly outcome: Outcome
  onTransaction(txid: string): void
}

function Item({ check, outcome, onTransaction }: ItemProps) {
  const { name, detail, txid, height } = check
  const { id, tone, icon: Icon } = outcome
  return (
    <li className="flex gap-2.5 border-b py-2 last:border-b-0">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', tone, Icon === LoaderCircle && 'animate-spin')} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className="font-medium">{t(`faucet:check.name.${name}`)}</span>
          <span className={cn('shrink-0 font-medium text-12', tone)}>{t(`faucet:check.word.${id}`)}</span>
        </p>
        <p className="text-12 text-muted">
          <SafeText text={isEmptyPool(check) ? t('faucet:empty') : checkText(detail)} max={400} />
        </p>
        {txid === undefined ? null : (
          <button
            type="button"
            onClick={() => onTransaction(txid)}
            className="rounded-sm text-12 text-accent-text underline underline-offset-4"
          >
            {height === undefined || height < 0 ? t('faucet:show') : t('faucet:showIn', { height })}
          </button>
        )}
      </div>
    </li>
  )
}
