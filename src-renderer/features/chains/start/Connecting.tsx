import { Link } from '@tanstack/react-router'
import { ArrowRight, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { heightWords, isFirstOfAll, NO_BLOCK_BEGINNING } from '../../../node/chainState.ts'
import { useRpc, useRpcMutation } from '../../../node/queries.ts'
import { useChainState } from '../../../node/useChainState.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { describeError } from '../../../parts/describeError.ts'
import { StateMark } from '../../../parts/StateMark.tsx'
import { useForm } from '../../../parts/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Field, Input } from '../../../ui/Field.tsx'
import { formatDuration, plural } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'

/** Reachable nodes usually answer within seconds. */
const PATIENCE_S = 12
const EVERY_MS = 2000

/** A chain that was just joined: whether a node answers, sync progress, and what to do if none answers. */
export function Connecting({ chain }: { readonly chain: ListedChain }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const state = useChainState()
  const sync = useRpc('getsyncstate', {}, { every: EVERY_MS })
  const [since] = useState(() => Math.floor(Date.now() / 1000))
  const now = useNow()
  const evidence = sync.data?.evidence
  const alone = evidence !== undefined && evidence.peers === 0
  const waited = now - since
  // A chain without blocks is neither behind nor old.
  const blank = evidence !== undefined && !alone && isFirstOfAll(evidence.height) && isFirstOfAll(evidence.headers)
  const best = evidence ? Math.max(evidence.headers, evidence.peersheight) : 0
  return (
    <div ref={place} tabIndex={-1} className="flex max-w-176 flex-col gap-4 outline-none">
      <Card
        title="Connection"
        source={<CallSource calls={[shownCall('getsyncstate', {}), shownCall('getaddednodeinfo', { dns: true })]} />}
      >
        <div className="flex flex-col gap-3">
          {blank ? (
            <>
              <p role="status" className="inline-flex items-center gap-1.5 font-medium text-14 text-ok">
                <CircleCheck aria-hidden className="size-4" /> Connected
              </p>
              <p className="text-muted">{NO_BLOCK_BEGINNING}. It arrives here when somebody mines the first one.</p>
            </>
          ) : (
            <>
              <StateMark state={state} className="text-14" />
              <p className="text-muted">{state.explanation}</p>
            </>
          )}
          {evidence && !alone ? (
            <>
              <ProgressBar
                label="Blocks fetched and checked"
                done={evidence.height}
                total={best > 0 ? best : null}
                unit="blocks"
              />
              <p className="text-12 text-muted">
                {plural(evidence.peers, 'peer')}; the newest block here: {heightWords(evidence.height)}.
              </p>
            </>
          ) : null}
          {alone ? <Nobody chain={chain} waited={waited} /> : null}
        </div>
      </Card>
      <Button asChild variant="primary" size="lg" className="self-start">
        <Link to="/">
          Go to the overview <ArrowRight aria-hidden className="size-4" />
        </Link>
      </Button>
    </div>
  )
}

/** Why nobody answers, most likely first. */
function Nobody({ chain, waited }: { readonly chain: ListedChain; readonly waited: number }) {
  if (waited < PATIENCE_S && chain.peers.length > 0) {
    return (
      <p role="status" className="text-12 text-muted">
        Calling {plural(chain.peers.length, 'node')} since {formatDuration(waited)} …
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-3 border-t pt-3">
      <p className="font-medium">No node has answered yet. What helps:</p>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        {chain.peers.length === 0 ? (
          <li>No node address was given. Ask the sender of the text for one.</li>
        ) : (
          <li>
            Ask the sender of the text whether their program is running, and whether its address is still{' '}
            <span className="font-mono text-12 text-text">{chain.peers.slice(0, 3).join(', ')}</span>.
          </li>
        )}
        <li>Their router must forward port {chain.p2pport} to their computer, unless it is in your network.</li>
        <li>A firewall on either side may block the connection. Your side needs no open port.</li>
        <li>
          Compare the magic: yours is <span className="font-mono text-12 text-text">{chain.magic}</span>. Nodes with
          another magic are on another chain.
        </li>
      </ul>
      <OtherNode port={chain.p2pport} />
      <p className="text-12 text-muted">It keeps trying. You can leave this page or close the program.</p>
    </div>
  )
}

/** Another node to connect to, kept while the node runs. */
function OtherNode({ port }: { readonly port: number }) {
  const [said, setSaid] = useState<string>()
  const add = useRpcMutation('addnode')
  const { register, reset, busy, onSubmit } = useForm({ defaultValues: { node: '' } })
  const submit = onSubmit(async (values) => {
    const node = values.node.trim()
    if (node === '') return
    try {
      await add.mutateAsync({ node, command: 'add' })
      reset()
      setSaid(`${node} was added.`)
    } catch (error) {
      const known = error instanceof RpcError && error.code === RPC_ERROR.NODE_ALREADY_ADDED
      setSaid(known ? 'It was added already.' : describeError(error).title)
    }
  })
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <Field label="Another node to connect to" className="flex-1">
        <Input {...register('node')} mono placeholder={`203.0.113.9:${port}`} />
      </Field>
      <Button type="submit" busy={busy}>
        Call it
      </Button>
      <p role="status" className="basis-40 pb-1.5 text-12 text-muted">
        {said}
      </p>
    </form>
  )
}
