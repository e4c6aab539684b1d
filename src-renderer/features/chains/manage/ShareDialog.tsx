import { useState } from 'react'
import type { Chain } from '../../../node/chains.ts'
import { RpcErrorState } from '../../../parts/RpcErrorState.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { useDescription } from '../form/useDescription.ts'
import { CommandLines, IdentityFacts, ShareText } from '../Identity.tsx'
import { withPort } from '../peers.ts'

/** What others need to join. */
export function ShareDialog({ chain, onClose }: { readonly chain: Chain; onClose(): void }) {
  const [address, setAddress] = useState('')
  const own = address.trim()
  const { description, lastGood, error, retry } = useDescription({
    options: chain.options,
    peers: own === '' ? chain.peers : [withPort(own, chain.p2pport), ...chain.peers],
  })
  const problem = description?.problems.map(({ message }) => message).join(' ')
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={`Share ${visibleString(chain.label, 60)}`}
      description="Whoever has this text can join. It has all rules of the chain, and no secret."
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Where they reach this computer"
          optional
          error={own === '' ? undefined : problem}
          hint="Its address on the Internet or in your network. The nodes that you call yourself are named anyway."
        >
          <Input mono value={address} placeholder="203.0.113.9" onChange={({ target }) => setAddress(target.value)} />
        </Field>
        {error && !lastGood ? (
          <RpcErrorState compact error={error} onRetry={retry} />
        ) : lastGood ? (
          <>
            <ShareText text={lastGood.sharetext} />
            <IdentityFacts chain={lastGood} />
            <section className="flex flex-col gap-1.5">
              <h3 className="font-medium">The same without a window</h3>
              <CommandLines chain={lastGood} />
            </section>
          </>
        ) : problem && own === '' ? (
          <p className="text-bad">{problem}</p>
        ) : (
          <SkeletonLines lines={6} />
        )}
      </div>
    </Dialog>
  )
}
