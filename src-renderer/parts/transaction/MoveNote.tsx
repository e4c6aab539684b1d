import { ArrowRight } from 'lucide-react'
import type { Explanation } from '#shared/rpc/index.ts'
import { plainAmount } from '../../ui/format.ts'
import { Hash } from '../../ui/Hash.tsx'

/** The first of two transactions: coins of other addresses go to the token key, which alone can pay for the second. */
export function MoveNote({ move, coin }: { readonly move: Explanation; readonly coin: string }) {
  const moved = move.outputs.find(({ change }) => !change)
  return (
    <ol aria-label="Two transactions, sent together" className="divide-y rounded-md border">
      <li className="flex gap-3 px-3 py-2">
        <span className="font-medium text-faint">1</span>
        <span className="min-w-0">
          <span className="block font-medium">
            Move {plainAmount(moved?.amount ?? 0n)} {coin} to your token key
          </span>
          <span className="flex flex-wrap items-center gap-x-1.5 text-12 text-muted">
            Your coins, from your other addresses <ArrowRight aria-hidden className="size-3" />
            {moved?.address ? <Hash value={moved.address} label="address of your token key" head={6} tail={6} /> : null}
            {move.fee === null ? null : <span>· fee {plainAmount(move.fee)}</span>}
          </span>
        </span>
      </li>
      <li className="flex gap-3 px-3 py-2">
        <span className="font-medium text-faint">2</span>
        <span>
          <span className="block font-medium">What you asked for, shown below</span>
          <span className="block text-12 text-muted">Both are sent together, and followed as one task.</span>
        </span>
      </li>
    </ol>
  )
}
