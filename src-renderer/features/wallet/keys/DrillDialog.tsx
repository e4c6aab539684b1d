import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { AskedOutside } from '../../../parts/AskedOutside.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FactList } from '../../../ui/FactList.tsx'
import { groupDigits, plainAmount, plural } from '../../../ui/format.ts'
import { Hash } from '../../../ui/Hash.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { BackupFileField } from './BackupDialogs.tsx'
import type { BackupFile } from './backupFile.ts'
import { Failure } from './Failure.tsx'
import { LongCallProgress } from './LongCallProgress.tsx'
import { PhraseFields, wrongWords } from './PhraseFields.tsx'
import { useLongCall } from './useLongCall.ts'

type Proof = MethodResult<'provebackup'>
type Way = 'phrase' | 'file'

const EMPTY = Array.from({ length: 12 }, () => '')

export interface DrillDialogProps {
  readonly coin: string
  onClose(): void
}

/** Proves a phrase or a backup file against the chain, without changing anything: what would come back, and what would not. */
export function DrillDialog({ coin, onClose }: DrillDialogProps) {
  const { client, desktop } = useNode()
  const [way, setWay] = useState<Way>('phrase')
  const [words, setWords] = useState<readonly string[]>(EMPTY)
  const [file, setFile] = useState<BackupFile>()
  const [tried, setTried] = useState(false)
  const drill = useLongCall<Proof>()
  const start = () => {
    setTried(true)
    if (!desktop && (way === 'phrase' ? wrongWords(words) > 0 : file === undefined)) return
    const backup = way === 'phrase' ? { phrase: desktop ? '' : words.join(' ') } : { dump: file?.text ?? '' }
    void drill.run((options) => client.call('provebackup', { backup }, options))
  }
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      drill.forget()
      setTried(false)
      set(value)
    }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Restore drill"
      description="Pretends that this computer is gone: what would your phrase or backup bring back? Nothing is changed by it."
      footer={
        <>
          <p role="status" className="mr-auto text-12 text-bad">
            {tried && !desktop && way === 'phrase' && wrongWords(words) > 0
              ? `${plural(wrongWords(words), 'word')} missing or wrong.`
              : ''}
            {tried && !desktop && way === 'file' && file === undefined ? 'Choose the backup file first.' : ''}
          </p>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" busy={drill.busy} onClick={start}>
            Prove it
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pt-1">
        <Tabs<Way>
          label="What to prove"
          value={way}
          onChange={change(setWay)}
          tabs={[
            {
              id: 'phrase',
              label: 'Recovery phrase',
              content: desktop ? (
                <AskedOutside what="You type the words" />
              ) : (
                <PhraseFields words={words} onChange={change(setWords)} tried={tried} />
              ),
            },
            {
              id: 'file',
              label: 'Backup file',
              content: desktop ? (
                <AskedOutside what="You choose the file" />
              ) : (
                <BackupFileField file={file} onFile={change(setFile)} />
              ),
            },
          ]}
        />
        {drill.busy ? (
          <LongCallProgress
            label="Looking for its keys on the chain"
            progress={drill.progress}
            onCancel={drill.cancel}
          />
        ) : null}
        <Failure error={drill.error} safe="Nothing was changed." />
        {drill.result ? <Verdict proof={drill.result} coin={coin} /> : null}
      </div>
    </Dialog>
  )
}

/** What would come back, in one sentence and in figures. */
function Verdict({ proof, coin }: { readonly proof: Proof; readonly coin: string }) {
  const Icon = proof.ok ? CircleCheck : TriangleAlert
  const place = useRef<HTMLElement>(null)
  // Below twenty-four words it would stand out of sight.
  useEffect(() => {
    // In newer browsers it returns a promise, which must not be taken for the effect's way back.
    void place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={place} aria-label="What would come back" className="flex flex-col gap-2">
      <p
        role="status"
        className={cn(
          'flex items-start gap-2 rounded-md px-3 py-2 font-medium',
          proof.ok ? 'bg-ok-soft text-ok' : 'bg-warn-soft text-warn',
        )}
      >
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        {verdictWords(proof)}
      </p>
      <FactList
        facts={[
          {
            label: 'Keys that would come back',
            value: `${groupDigits(proof.wallet - proof.missing)} of ${groupDigits(proof.wallet)}`,
          },
          {
            label: 'Coins they own',
            value: `${plainAmount(proof.balance)} of ${plainAmount(proof.walletbalance)} ${coin}`,
          },
          ...(proof.tokens.length === 0 ? [] : [{ label: 'Tokens', value: <Tokens tokens={proof.tokens} /> }]),
          ...(proof.missing === 0
            ? []
            : [
                {
                  label: 'What the missing ones hold',
                  value: `${plainAmount(proof.missingbalance)} ${coin}`,
                },
              ]),
          ...(proof.missinglabels === 0
            ? []
            : [{ label: 'Names of addresses that are not in it', value: groupDigits(proof.missinglabels) }]),
          { label: 'Proved at block', value: groupDigits(proof.height) },
        ]}
      />
    </section>
  )
}

function verdictWords({ ok, missing, wallet, balance, missingbalance }: Proof): string {
  if (ok) return 'Everything comes back: each key of this wallet is in it, with all coins and tokens.'
  if (missing === wallet && balance === 0n) {
    return 'Nothing of this wallet comes back with it: it belongs to another wallet.'
  }
  return missingbalance === 0n
    ? `All coins come back now, but ${plural(missing, 'key')} of this wallet would be lost: whatever is still paid to them too.`
    : `Not everything comes back: ${plural(missing, 'key')} would be lost, with what they hold. Save a backup.`
}

/** Units of each token, by the names this node knows. */
function Tokens({ tokens }: { readonly tokens: Proof['tokens'] }): ReactNode {
  const { data } = useRpc('tokensummary', { limit: 500 })
  const names = new Map(data?.rows.map(({ tokenid, name }) => [String(tokenid), name]))
  return (
    <ScrollRegion label="Tokens that come back" className="max-h-32">
      {tokens.map(({ tokenid, balance }) => {
        const name = names.get(tokenid)
        return (
          <span key={tokenid} className="block">
            {groupDigits(balance)}{' '}
            {name === undefined ? (
              <Hash value={tokenid} label="token id" />
            ) : (
              <>
                units of <SafeText text={name} max={40} />
              </>
            )}
          </span>
        )
      })}
    </ScrollRegion>
  )
}
