import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../../i18n/texts.ts'
import { ConfirmSheet } from '../../../tasks/ConfirmSheet.tsx'
import { SentStage } from '../../../tasks/SentStage.tsx'
import type { NewTask } from '../../../tasks/tasks.ts'
import { useTaskTitle } from '../../../tasks/taskTitle.ts'
import { useTask, useTaskProgress } from '../../../tasks/useTask.ts'
import { Button } from '../../../ui/Button.tsx'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import type { WalletSummary } from '../BalanceStrip.tsx'
import { useSendDraft } from './draftStore.ts'
import { SendForm } from './SendForm.tsx'
import { useSendFlow } from './useSendFlow.ts'

export interface SendTabProps {
  readonly coin: string
  readonly summary: WalletSummary | undefined
}

/** Makes a payment in stages: form → build → confirm → broadcast → confirmed. */
export function SendTab({ coin, summary }: SendTabProps) {
  const [again, setAgain] = useState(false)
  const { draft, finish } = useSendDraft()
  const flow = useSendFlow(coin, () => finish(draft))
  const { task } = flow
  const [written, setWritten] = useState(draft)
  // The draft is kept until the transaction is accepted, so that it can be changed after a rejection.
  const taken = () => finish(written)
  return (
    <ScrollRegion label={t('wallet:send.title')} className="h-full p-4">
      {task ? (
        <Sent
          task={task}
          onTaken={taken}
          onAgain={() => {
            setAgain(true)
            flow.end()
          }}
        />
      ) : (
        <SendForm
          coin={coin}
          summary={summary}
          focused={again}
          flow={flow}
          onSubmit={(request) => {
            setWritten(draft)
            flow.start(request)
          }}
        />
      )}
      <ConfirmSheet flow={flow} coin={coin} />
    </ScrollRegion>
  )
}

interface SentProps {
  readonly task: NewTask
  onTaken(): void
  onAgain(): void
}

function Sent({ task, onTaken, onAgain }: SentProps) {
  const navigate = useNavigate({ from: '/wallet' })
  const place = useRef<HTMLDivElement>(null)
  const known = useTask(task)
  const title = useTaskTitle(known)
  const { stage } = useTaskProgress(known)
  const accepted = stage === 'mempool' || stage === 'confirmed'
  useEffect(() => place.current?.focus(), [])
  const take = useEffectEvent(onTaken)
  // The transaction can appear in the mempool before the call that sent it has returned.
  useEffect(() => {
    if (accepted) take()
  }, [accepted])
  return (
    // The form that had the focus is unmounted, so move the focus here.
    <div ref={place} tabIndex={-1} className="max-w-176 outline-none">
      <h2 className="mb-4 font-semibold text-16">{title}</h2>
      <SentStage
        task={task}
        done={t('wallet:send.sent')}
        actions={
          <>
            {accepted ? (
              <Button onClick={() => void navigate({ search: { tx: task.txid } })}>{t('wallet:send.inHistory')}</Button>
            ) : null}
            <Button variant="ghost" onClick={onAgain}>
              {t(accepted ? 'wallet:send.another' : 'wallet:send.backToForm')}
            </Button>
          </>
        }
      />
    </div>
  )
}
