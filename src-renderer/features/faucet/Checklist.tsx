import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  ListChecks,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Card } from '../../ui/Card.tsx'
import { cn } from '../../ui/cn.ts'
import { groupDigits, plural } from '../../ui/format.ts'
import { Hash } from '../../ui/Hash.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { claimedCheck, type Eligibility, type EligibilityCheck, faucetWorks } from './claimStatus.ts'

const titles: Record<EligibilityCheck['name'], string> = {
  pubkey: 'You have a token key',
  conditions: 'The chain has the faucet’s rules',
  index: 'The address index is on',
  pool: 'The faucet can pay',
  history: 'The address is new to the chain',
  mempool: 'Nothing of it waits for a block',
  claimed: 'It has not claimed before',
  running: 'No search is under way',
}

interface Outcome {
  readonly word: string
  readonly tone: string
  readonly icon: LucideIcon
}

const YES: Outcome = { word: 'Yes', tone: 'text-ok', icon: CircleCheck }
const NO: Outcome = { word: 'No', tone: 'text-bad', icon: CircleX }
/** A running search is no obstacle. */
const BUSY: Outcome = { word: 'Searching', tone: 'text-accent-text', icon: LoaderCircle }
const UNKNOWN: Outcome = { word: 'Not known', tone: 'text-faint', icon: CircleDashed }
/** Traces of a finished claim are no fault. */
const HAD: Outcome = { word: 'No more', tone: 'text-muted', icon: CircleSlash }

function outcomeOf(check: EligibilityCheck, data: Eligibility): Outcome {
  if (check.passed) return YES
  if (check.name === 'running') return BUSY
  const known = check.txid !== undefined || check.amount !== undefined || faucetWorks(data)
  if (!known && !['pubkey', 'conditions', 'index'].includes(check.name)) return UNKNOWN
  return claimedCheck(data) ? HAD : NO
}

export interface ChecklistProps {
  readonly className?: string
  onTransaction(txid: string): void
}

/** Whether this node may claim, condition by condition, each with its evidence. */
export function Checklist({ className, onTransaction }: ChecklistProps) {
  const eligibility = useRpc('fauceteligibility', {})
  const { data } = eligibility
  return (
    <Card
      title="Can this node claim?"
      className={className}
      source={<CallSource calls={[shownCall('fauceteligibility', {})]} />}
    >
      {data ? (
        <>
          <Summary data={data} />
          <ul aria-label="Conditions" className="border-t">
            {data.checks.map((check) => (
              <Item key={check.name} check={check} outcome={outcomeOf(check, data)} onTransaction={onTransaction} />
            ))}
          </ul>
        </>
      ) : eligibility.error ? (
        <RpcErrorState error={eligibility.error} compact onRetry={() => void eligibility.refetch()} />
      ) : (
        <LoadingList />
      )}
    </Card>
  )
}

function LoadingList() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col">
      <Skeleton className="mb-3 h-4 w-4/5" />
      {Object.keys(titles).map((name) => (
        <div key={name} className="flex flex-col gap-2 border-t py-2.5">
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="h-3 w-11/12" />
        </div>
      ))}
    </div>
  )
}

function Summary({ data }: { readonly data: Eligibility }) {
  const { checks, address } = data
  const unmet = checks.filter((check) => outcomeOf(check, data) === NO).length
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 pb-3 text-muted">
      <ListChecks aria-hidden className="size-3.5 self-center text-faint" />
      {claimedCheck(data)
        ? 'This address has already claimed.'
        : unmet === 0
          ? 'Every condition is met.'
          : `${plural(unmet, 'condition')} of ${checks.length} not met.`}
      {address ? (
        <>
          <span>Paid to</span>
          <Hash value={address} label="address that a claim pays to" head={6} tail={6} className="align-baseline" />
        </>
      ) : null}
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
  const { word, tone, icon: Icon } = outcome
  return (
    <li className="flex gap-2.5 border-b py-2 last:border-b-0">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', tone, Icon === LoaderCircle && 'animate-spin')} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className="font-medium">{titles[name]}</span>
          <span className={cn('shrink-0 font-medium text-12', tone)}>{word}</span>
        </p>
        <p className="text-12 text-muted">
          <SafeText text={detail} max={400} />
        </p>
        {txid === undefined ? null : (
          <button
            type="button"
            onClick={() => onTransaction(txid)}
            className="rounded-sm text-12 text-accent-text underline underline-offset-4"
          >
            Show the transaction
            {height === undefined || height < 0 ? '' : ` in block ${groupDigits(height)}`}
          </button>
        )}
      </div>
    </li>
  )
}
