import { createSoloState, notifyListeners, type SoloState, soloStatus } from './soloMinerState.ts'
import type { SoloMiner, SoloMinerDeps, SoloMinerOptions } from './soloMinerTypes.ts'
import { changePause, setMining, solutionFound, switchOff, threadFailed, tipChanged } from './soloWork.ts'

export function createSoloMiner(options: SoloMinerOptions, deps: SoloMinerDeps): SoloMiner {
  const { record } = deps
  const state: SoloState = createSoloState(options, deps, {
    found: (find) => solutionFound(state, find),
    failed: (error) => threadFailed(state, error),
  })
  const unsubscribe = deps.chain.subscribe(() => tipChanged(state))

  return {
    begin() {
      const before = record.choice()
      if (options.generate ?? (before.generate && record.resumes())) setMining(state, true)
      else state.interrupted = options.generate === undefined && before.generate
    },
    setGenerate(on, limit) {
      if (state.stopped) return
      if (limit !== undefined) state.limit = Math.max(limit, -1)
      // A number of threads from the command line is no choice to remember; no thread at all is a way to switch it off.
      const kept = limit === undefined || state.limit === 0 ? record.choice().limit : state.limit
      record.setChoice({ generate: on && state.limit !== 0, limit: kept })
      setMining(state, on)
    },
    setPower(source) {
      if (source !== state.power) changePause(state, () => (state.power = source))
    },
    setPauseOnBattery: (on) => changePause(state, () => record.setPauseOnBattery(on)),
    setResumeAtStart(on) {
      record.setResumes(on)
      notifyListeners(state)
    },
    status: () => soloStatus(state),
    found: (limit) => record.newest(limit),
    onChange(listener) {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    async stop() {
      state.stopped = true
      unsubscribe()
      switchOff(state, '')
      await state.team.stopped()
    },
  }
}
