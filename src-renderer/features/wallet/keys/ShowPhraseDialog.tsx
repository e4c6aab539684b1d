import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { NativePromptNotice } from '../../../components/NativePromptNotice.tsx'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Failure } from './Failure.tsx'
import { PhraseQuiz, PhraseWords } from './PhraseProof.tsx'

type Stage = 'choose' | 'write' | 'quiz' | 'done'

/** Shows the words of the wallet's phrase, and asks for three. In the browser they are kept only in this dialog. */
export function ShowPhraseDialog({ onClose }: { onClose(): void }) {
  const { client, desktop } = useNode()
  const [stage, setStage] = useState<Stage>('choose')
  const [shown, setShown] = useState<{ readonly words: readonly string[]; readonly time: number }>()
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
  const show = () =>
    attempt(async () => {
      const { phrase, time } = await withUnlock(() => client.call('showphrase'), 'showPhrase')
      // The app has shown the words, asked for three, and recorded that they were written down.
      if (desktop) return setStage('done')
      setShown({ words: phrase.split(' '), time })
      setStage('write')
    })
  const note = () =>
    attempt(async () => {
      await client.call('notebackup', { time: BigInt(shown?.time ?? 0), what: 'phrase' })
      setShown(undefined)
      setStage('done')
    })
  const words = shown?.words ?? []
  return (
    <Dialog open onOpenChange={onClose} size="lg" title={t('wallet:phrase.showTitle')}>
      <div className="flex flex-col gap-4 pt-1">
        {stage === 'choose' ? (
          <>
            {desktop ? <NativePromptNotice what="showWords" /> : null}
            <ul className="flex list-disc flex-col gap-1.5 pl-5">
              <li>{t('wallet:phrase.why')}</li>
              <li>{t('wallet:phrase.danger')}</li>
            </ul>
            <div className="flex justify-end">
              <Button variant="primary" busy={busy} onClick={() => void show()}>
                {t('wallet:phrase.show')}
              </Button>
            </div>
          </>
        ) : stage === 'write' ? (
          <PhraseWords words={words} hint={t('wallet:phrase.writeShown')} onGo={() => setStage('quiz')} />
        ) : stage === 'quiz' ? (
          <PhraseQuiz
            words={words}
            busy={busy}
            action={t('wallet:done')}
            onBack={() => setStage('write')}
            onPassed={() => void note()}
          />
        ) : (
          <>
            <p role="status" className="flex items-start gap-2">
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
              {t('wallet:phrase.noted')}
            </p>
            <div className="flex justify-end">
              <Button variant="primary" onClick={onClose}>
                {t('wallet:done')}
              </Button>
            </div>
          </>
        )}
        <Failure error={error} safe={t('wallet:unchanged')} />
      </div>
    </Dialog>
  )
}
