import { Link } from '@tanstack/react-router'
import { GitBranch } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useRpc } from '../node/queries.ts'
import { Age } from '../ui/Age.tsx'
import { Button } from '../ui/Button.tsx'
import { groupDigits } from '../ui/format.ts'
import { Hash } from '../ui/Hash.tsx'
import { SafeText } from '../ui/SafeText.tsx'
import { consoleLine, shownCall } from './CallSource.tsx'

type Branch = NonNullable<MethodResult<'getsyncstate'>['evidence']['otherbranch']>

/** Shown on top while the node's peers follow a branch that it rejected: what happened, and what to do. */
export function OtherBranchNotice() {
  const { data: sync } = useRpc('getsyncstate', {})
  const branch = sync?.evidence.otherbranch
  if (sync?.state !== 'other-branch' || !branch) return null
  return (
    <div role="alert" className="flex shrink-0 items-start gap-3 rounded-lg border border-bad/35 bg-bad-soft p-3">
      <GitBranch aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="flex min-w-0 flex-1 flex-col gap-2.5">
        <div>
          <p className="font-medium text-bad">Your peers follow another branch</p>
          <p>
            Their chain has more work than yours, and this node rejected one of its blocks. Wait with payments until
            this is resolved: they may not count on the other branch.
          </p>
        </div>
        <Evidence branch={branch} height={sync.evidence.height} />
        <Advice branch={branch} />
      </div>
    </div>
  )
}

function Evidence({ branch, height }: { readonly branch: Branch; readonly height: number }) {
  const who =
    branch.followers === branch.counted
      ? branch.counted === 1
        ? 'your one peer'
        : `all ${groupDigits(branch.counted)} peers`
      : `${groupDigits(branch.followers)} of ${groupDigits(branch.counted)} peers`
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <Row name="Their newest block">
        <b className="font-medium">{groupDigits(branch.height)}</b>
        <Hash value={branch.hash} label="hash of their newest block" />
        <span className="text-muted">shown by {who}</span>
      </Row>
      <Row name="Yours">
        <b className="font-medium">{groupDigits(height)}</b>
      </Row>
      <Row name="First block refused">
        <b className="font-medium">{groupDigits(branch.refusedheight)}</b>
        <Hash value={branch.refusedhash} label="hash of the block that was refused" />
        {branch.refusedtime === null ? null : (
          <span className="text-muted">
            <Age time={branch.refusedtime} />
          </span>
        )}
      </Row>
      <Row name="Why">
        <Reason branch={branch} />
      </Row>
    </dl>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">{children}</dd>
    </>
  )
}

function Reason({ branch: { byuser, reason } }: { readonly branch: Branch }) {
  if (byuser) return 'It was ruled out on this node by hand, with invalidateblock.'
  if (reason === null) return 'It broke a rule when it arrived, in an earlier run of the program.'
  if (reason === '') return 'A script or a contract in it is invalid by the rules of this program.'
  return (
    <span>
      It breaks a rule of the chain:{' '}
      <span className="font-mono text-12">
        <SafeText text={reason} />
      </span>
    </span>
  )
}

function Advice({ branch }: { readonly branch: Branch }) {
  const height = groupDigits(branch.refusedheight)
  const { method, paramsText } = shownCall('reconsiderblock', { hash: branch.refusedhash })
  return (
    <>
      <ul className="list-disc space-y-0.5 pl-4">
        {branch.byuser ? null : (
          <li>Look for a newer version of this program: it may know a rule that this one gets wrong.</li>
        )}
        <li>
          Compare block {height} with a block explorer of this chain, or ask somebody who runs a node: which hash do
          they see?
        </li>
        <li>
          If theirs is right,{' '}
          {branch.byuser ? 'take back what ruled the block out' : 'let this node judge the block again'} with
          reconsiderblock. If yours is right, add nodes that agree with you.
        </li>
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <Link to="/console" search={{ line: consoleLine(method, paramsText) }}>
            Open reconsiderblock
          </Link>
        </Button>
        <Button asChild variant="ghost">
          <Link to="/peers">Show the peers</Link>
        </Button>
      </div>
    </>
  )
}
