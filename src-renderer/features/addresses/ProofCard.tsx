import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, ShieldCheck } from 'lucide-react'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useNode } from '../../node/context.tsx'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { groupDigits, plural } from '../../ui/format.ts'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import type { AddressView, Summary } from './addressView.ts'

type Audit = MethodResult<'auditaddressindex'>

interface Proof {
  readonly audit: Audit
  /** satoshis, all of the block that the audit names */
  readonly sums: { readonly balance: bigint; readonly deltas: bigint; readonly unspent: bigint }
}

/** Up to so many changes an address is checked without being asked. */
const CHECKED_BY_ITSELF = 20_000
const TRIES = 4

/**
 * The three sums of an address. Where they agree the audit names none of them: each is the running balance at its block,
 * which is read until both answers are about the same one.
 */
async function prove(client: RpcClient, view: AddressView, signal: AbortSignal): Promise<Proof> {
  for (let attempt = 1; ; attempt += 1) {
    const audit = await client.call('auditaddressindex', view, { signal })
    const found = audit.differences[0]
    if (found) return { audit, sums: found }
    const { balance, hash } = await client.call('getaddresssummary', view, { signal })
    if (hash === audit.hash || attempt === TRIES) {
      return { audit, sums: { balance, deltas: balance, unspent: balance } }
    }
  }
}

export interface ProofCardProps {
  readonly view: AddressView
  readonly coin: string
  readonly summary: Summary | undefined
  readonly revision: string | undefined
  /** the address could not be read at all, which is told above */
  readonly failed: boolean
  readonly className?: string
}

/** Whether the balance can be believed: three sums that were kept apart, compared at one block. */
export function ProofCard({ view, coin, summary, revision, failed, className }: ProofCardProps) {
  const { client } = useNode()
  const small = summary !== undefined && summary.deltas <= CHECKED_BY_ITSELF
  const proof = useQuery({
    queryKey: ['address-proof', view.address, view.ccvout, small ? revision : 'on demand'],
    queryFn: ({ signal }) => prove(client, view, signal),
    enabled: small && revision !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return (
    <Card
      title="Proof"
      className={className}
      bodyClassName="overflow-y-auto"
      actions={
        <Button size="sm" variant="ghost" busy={proof.isFetching} onClick={() => void proof.refetch()}>
          {proof.data ? 'Check again' : 'Check'}
        </Button>
      }
      source={<CallSource calls={[shownCall('auditaddressindex', view)]} />}
    >
      {proof.data ? (
        <Sums proof={proof.data} coin={coin} />
      ) : proof.error ? (
        <RpcErrorState compact error={proof.error} onRetry={() => void proof.refetch()} />
      ) : failed ? (
        <p className="text-muted">Not known now.</p>
      ) : small || summary === undefined ? (
        <SkeletonLines lines={4} />
      ) : (
        <p className="flex gap-2 text-muted">
          <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
          Adds up all {groupDigits(summary.deltas)} changes and compares them with what is unspent and with the balance.
        </p>
      )}
    </Card>
  )
}

function verdict({ ok, height, differences }: Audit): string {
  const at = `at block ${groupDigits(height)}`
  if (ok) return `All three are equal ${at}`
  return differences[0]?.counters
    ? `The sums are equal ${at}, but the index miscounts its rows: rebuild it`
    : `They differ ${at}: rebuild the index`
}

function Sums({ proof: { audit, sums }, coin }: { readonly proof: Proof; readonly coin: string }) {
  const equal = audit.ok
  const Icon = equal ? CircleCheck : CircleX
  return (
    <div role="status" className="flex flex-col gap-1.5">
      <p className={equal ? 'flex gap-2 font-medium text-ok' : 'flex gap-2 font-medium text-bad'}>
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        {verdict(audit)}
      </p>
      <Facts
        facts={[
          { label: plural(audit.deltas, 'change'), value: <Amount satoshis={sums.deltas} /> },
          { label: `${groupDigits(audit.utxos)} unspent`, value: <Amount satoshis={sums.unspent} /> },
          {
            label: 'Balance kept',
            value: <Amount satoshis={sums.balance} />,
          },
        ]}
      />
      <p className="sr-only">Amounts in {coin}.</p>
    </div>
  )
}
