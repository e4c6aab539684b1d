import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { NEW_LENGTHS } from '#shared/phrase.ts'
import { NativePromptNotice } from '../../../components/NativePromptNotice.tsx'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { type Step, StepList } from '../../../ui/StepList.tsx'
import { Failure } from './Failure.tsx'
import { PhraseQuiz, PhraseWords } from './PhraseProof.tsx'

type Stage = 'choose' | 'write' | 'quiz' | 'done'

const STAGES: readonly Stage[] = ['choose', 'write', 'quiz', 'done']

function steps(current: Stage): Step[] {
  const place = STAGES.indexOf(current)
  return STAGES.map((id, index) => ({
    id,
    label: t(`wallet:phrase.step.${id}`),
    state: index < place || current === 'done' ? 'done' : index === place ? 'current' : 'waiting',
  }))
}

export interface NewPhraseDialogProps {
  /** True if the wallet already has a phrase, which the new one replaces. */
  readonly replaces: boolean
  /** keys of the wallet that the phrase will not restore */
  readonly older: number
  onClose(): void
}

/**
 * Creates a recovery phrase in stages: it is shown once, checked, then set. Until then only this dialog holds the
 * words: the wallet gets them after the user has typed some of them correctly.
 */
export function NewPhraseDialog({ replaces: replacesNow, older, onClose }: NewPhraseDialogProps) {
  const { client, desktop } = useNode()
  // Keep the first value: the prop becomes true as soon as the new phrase is set.
  const [replaces] = useState(replacesNow)
  const [stage, setStage] = useState<Stage>('choose')
  const [length, setLength] = useState<number>(12)
  const [words, setWords] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const attempt = async (action: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await action()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const make = () =>
    attempt(async () => {
      const make = () => client.call('newphrase', { words: length })
      if (desktop) {
        // In the desktop app this call shows the words, asks for three, and sets the phrase.
        await withUnlock(make, 'phrase')
        return setStage('done')
      }
      const { phrase } = await make()
      setWords(phrase.split(' '))
      setStage('write')
    })
  const use = () =>
    attempt(async () => {
      await withUnlock(() => client.call('setphrase', { phrase: words.join(' ') }), 'phrase')
      setWords([])
      setStage('done')
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={t(replaces ? 'wallet:phrase.replace' : 'wallet:phrase.create')}
    >
      <div className="flex flex-col gap-4 pt-1">
        {desktop ? null : <StepList label={t('wallet:phrase.steps')} steps={steps(stage)} />}
        {desktop && stage === 'choose' ? <NativePromptNotice what="showWords" /> : null}
        {stage === 'choose' ? (
          <Choose {...{ length, replaces, older, busy }} onLength={setLength} onGo={() => void make()} />
        ) : stage === 'write' ? (
          <PhraseWords words={words} hint={t('wallet:phrase.writeHint')} onGo={() => setStage('quiz')} />
        ) : stage === 'quiz' ? (
          <PhraseQuiz
            words={words}
            busy={busy}
            action={t('wallet:phrase.use')}
            onBack={() => setStage('write')}
            onPassed={() => void use()}
          />
        ) : (
          <InUse onClose={onClose} />
        )}
        <Failure error={error} safe={t('wallet:unchanged')} />
      </div>
    </Dialog>
  )
}

interface ChooseProps extends Pick<NewPhraseDialogProps, 'replaces' | 'older'> {
  readonly length: number
  onLength(length: number): void
  readonly busy: boolean
  onGo(): void
}

/** Explains recovery phrases before one is created. */
function Choose({ length, onLength, replaces, older, busy, onGo }: ChooseProps) {
  return (
    <>
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>{t('wallet:phrase.why')}</li>
        <li>{t('wallet:phrase.danger')}</li>
        <li>{t('wallet:phrase.once')}</li>
        {replaces ? <li>{t('wallet:phrase.replaces')}</li> : null}
        {older > 0 && !replaces ? <li>{t('wallet:phrase.older', { count: older })}</li> : null}
      </ul>
      <div className="flex items-center justify-between gap-4 border-t pt-4">
        <Segmented
          label={t('wallet:phrase.length')}
          value={String(length)}
          segments={NEW_LENGTHS.map((count) => ({ id: String(count), label: t('wallet:phrase.words', { count }) }))}
          onChange={(next) => onLength(Number(next))}
        />
        <Button variant="primary" busy={busy} onClick={onGo}>
          {t('wallet:phrase.show')}
        </Button>
      </div>
    </>
  )
}

function InUse({ onClose }: { onClose(): void }) {
  return (
    <>
      <p role="status" className="flex items-start gap-2">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
        {t('wallet:phrase.inUse')}
      </p>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t('wallet:done')}
        </Button>
      </div>
    </>
  )
}
