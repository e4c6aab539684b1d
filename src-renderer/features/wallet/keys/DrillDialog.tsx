import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { AskedOutside } from '../../../parts/AskedOutside.tsx'
import { useForm } from '../../../parts/useForm.ts'
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

interface DrillValues {
  readonly way: Way
  readonly words: readonly string[]
  readonly file: BackupFile | undefined
}

export interface DrillDialogProps {
  readonly coin: string
  onClose(): void
}

/** Tests a phrase or a backup file against the chain without changing anything: what would be restored and what not. */
export function DrillDialog({ coin, onClose }: DrillDialogProps) {
  const { client, desktop } = useNode()
  const form = useForm<DrillValues>({ defaultValues: { way: 'phrase', words: EMPTY, file: undefined } })
  const { tried } = form
  const { way, words, file } = form.values
  const drill = useLongCall<Proof>()
  const start = form.onSubmit(() => {
    if (!desktop && (way === 'phrase' ? wrongWords(words) > 0 : file === undefined)) return
    const backup = way === 'phrase' ? { phrase: desktop ? '' : words.join(' ') } : { dump: file?.text ?? '' }
    void drill.run((options) => client.call('provebackup', { backup }, options))
  })
  const change = (next: Partial<DrillValues>) => {
    drill.forget()
    form.reset({ ...form.values, ...next })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Restore drill"
      description="Tests what your phrase or backup would restore if this computer were lost. Nothing is changed."
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
          onChange={(next) => change({ way: next })}
          tabs={[
            {
              id: 'phrase',
              label: 'Recovery phrase',
              content: desktop ? (
                <AskedOutside what="words" />
              ) : (
                <PhraseFields words={words} onChange={(next) => change({ words: next })} tried={tried} />
              ),
            },
            {
              id: 'file',
              label: 'Backup file',
              content: desktop ? (
                <AskedOutside what="file" />
              ) : (
                <BackupFileField file={file} onFile={(next) => change({ file: next })} />
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

/** What would be restored, in one sentence and in figures. */
function Verdict({ proof, coin }: { readonly proof: Proof; readonly coin: string }) {
  const Icon = proof.ok ? CircleCheck : TriangleAlert
  const place = useRef<HTMLElement>(null)
  // Below twenty-four words it would be out of sight.
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's cleanup.
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
  if (ok) return 'Everything would be restored: all keys of this wallet, with all coins and tokens.'
  if (missing === wallet && balance === 0n) {
    return 'Nothing of this wallet would be restored: it belongs to another wallet.'
  }
  return missingbalance === 0n
    ? `All coins would be restored, but ${plural(missing, 'key')} of this wallet would be lost, with later payments to them.`
    : `Not everything would be restored: ${plural(missing, 'key')} would be lost, with what they hold. Save a backup.`
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
                {balance === 1n ? 'unit' : 'units'} of <SafeText text={name} max={40} />
              </>
            )}
          </span>
        )
      })}
    </ScrollRegion>
  )
}
