// Generated from wit/ by `cargo xtask glue`; the gate compares.

import { type Abi, type Core, core, nothing, release } from "../guest/abi.js";
import { DECISION_STATUS, EDGE_KIND, EVENT_KIND, EXPORT_FORMAT, HARNESS, MESSAGE_FORMAT, MOMENT, ORIGIN, PATTERN_KIND, POLICY, PURPOSE, SALVAGE_PART, SECRET_POLICY, STUB_KIND, SYMBOL_KIND, TASK_INTENT, TASK_STATUS, TRUST } from "./cases.js";
import { loadAddReply, loadAnchorsReply, loadAnswerHint, loadBacktestReply, loadBeginSessionReply, loadByteRange, loadClearReply, loadCoEditsReply, loadCompactSessionReply, loadCompareSessionsReply, loadCompareSnapshotsReply, loadDamagedRow, loadDecisionsReply, loadDeliverReply, loadDeliveriesReply, loadDependencyReply, loadDescribed, loadDocumentsReply, loadEffects, loadError, loadEventsReply, loadExplainReply, loadExportCsvReply, loadExportLinesReply, loadExportReply, loadFailuresReply, loadFileHistoryReply, loadFindReply, loadForgetReply, loadFunctionsReply, loadHierarchyReply, loadHookEvent, loadImportTombstonesReply, loadInstalledFolder, loadLanguage, loadLastTouchesReply, loadLearningsReply, loadLinked, loadLoadSessionReply, loadLogReply, loadMapReply, loadNotesReply, loadOpenReply, loadOutlineReply, loadPacked, loadPackedImport, loadPackedLines, loadPackedReference, loadPackedTranscript, loadPathReply, loadPatternsReply, loadPrepareReply, loadProfileReply, loadPruneReply, loadPushed, loadPushedText, loadQuarantined, loadReadTimeReply, loadRecallReply, loadRecoverSnapshotReply, loadRemindReply, loadRereadReply, loadRestoreReply, loadSalvageReply, loadSessionChangeReply, loadSessionVersionsReply, loadSessionsReply, loadSnapshotOfWindow, loadSnapshotsReply, loadSourceReply, loadStatusReply, loadStrategiesReply, loadSummariseSessionReply, loadTasksReply, loadToolRequest, loadToolStatsReply, loadToolStep, loadTotalsReply, loadTranscriptBeginning, loadUnresolvedReply, loadUpdateReply, loadUpkeepReply, loadVerdict, loadVisibleItem, loadWalkReply, loadWhyReply, loadWindowChangeReply, loadWindowOpenReply, loadWindowOpened, loadWindowStatus, loadWindowsReply, loadWorkingMemoryReply } from "./load.js";
import { storeAnchor, storeAnswer, storeAsker, storeByteRange, storeChange, storeClock, storeCompactionSettings, storeDeliverQuestion, storeEdit, storeEndingCount, storeEvent, storeEventsQuestion, storeHint, storeListedFile, storeNewItem, storePrepareQuestion, storeRecallQuestion, storeRelevance, storeResumed, storeRow, storeToolReply, storeToolRequest, storeTouchedLines, storeWindowOwner, storeWindowSettings, storeZoneOffset } from "./store.js";
import type * as t from "./types.js";

/** The interface of the component over the exports of its core module. */
export function bind(m: Abi, exports: Core): t.Exports {
  const memory$open = core(exports, "scrubjay:memory/memory@0.1.0#open");
  const memory$open$done = release(exports, "scrubjay:memory/memory@0.1.0#open");
  const memory$masked = core(exports, "scrubjay:memory/memory@0.1.0#masked");
  const memory$masked$done = release(exports, "scrubjay:memory/memory@0.1.0#masked");
  const memory$apply = core(exports, "scrubjay:memory/memory@0.1.0#apply");
  const memory$apply$done = release(exports, "scrubjay:memory/memory@0.1.0#apply");
  const memory$tellUnread = core(exports, "scrubjay:memory/memory@0.1.0#tell-unread");
  const memory$tellUnread$done = release(exports, "scrubjay:memory/memory@0.1.0#tell-unread");
  const memory$link = core(exports, "scrubjay:memory/memory@0.1.0#link");
  const memory$link$done = release(exports, "scrubjay:memory/memory@0.1.0#link");
  const memory$quarantine = core(exports, "scrubjay:memory/memory@0.1.0#quarantine");
  const memory$quarantine$done = release(exports, "scrubjay:memory/memory@0.1.0#quarantine");
  const memory$status = core(exports, "scrubjay:memory/memory@0.1.0#status");
  const memory$status$done = release(exports, "scrubjay:memory/memory@0.1.0#status");
  const memory$damaged = core(exports, "scrubjay:memory/memory@0.1.0#damaged");
  const memory$damaged$done = release(exports, "scrubjay:memory/memory@0.1.0#damaged");
  const memory$digest = core(exports, "scrubjay:memory/memory@0.1.0#digest");
  const memory$digest$done = release(exports, "scrubjay:memory/memory@0.1.0#digest");
  const graph$languages = core(exports, "scrubjay:memory/graph@0.1.0#languages");
  const graph$languages$done = release(exports, "scrubjay:memory/graph@0.1.0#languages");
  const graph$installedFolders = core(exports, "scrubjay:memory/graph@0.1.0#installed-folders");
  const graph$installedFolders$done = release(exports, "scrubjay:memory/graph@0.1.0#installed-folders");
  const graph$admit = core(exports, "scrubjay:memory/graph@0.1.0#admit");
  const graph$admit$done = release(exports, "scrubjay:memory/graph@0.1.0#admit");
  const graph$find = core(exports, "scrubjay:memory/graph@0.1.0#find");
  const graph$find$done = release(exports, "scrubjay:memory/graph@0.1.0#find");
  const graph$outline = core(exports, "scrubjay:memory/graph@0.1.0#outline");
  const graph$outline$done = release(exports, "scrubjay:memory/graph@0.1.0#outline");
  const graph$source = core(exports, "scrubjay:memory/graph@0.1.0#source");
  const graph$source$done = release(exports, "scrubjay:memory/graph@0.1.0#source");
  const graph$callers = core(exports, "scrubjay:memory/graph@0.1.0#callers");
  const graph$callers$done = release(exports, "scrubjay:memory/graph@0.1.0#callers");
  const graph$callees = core(exports, "scrubjay:memory/graph@0.1.0#callees");
  const graph$callees$done = release(exports, "scrubjay:memory/graph@0.1.0#callees");
  const graph$references = core(exports, "scrubjay:memory/graph@0.1.0#references");
  const graph$references$done = release(exports, "scrubjay:memory/graph@0.1.0#references");
  const graph$impact = core(exports, "scrubjay:memory/graph@0.1.0#impact");
  const graph$impact$done = release(exports, "scrubjay:memory/graph@0.1.0#impact");
  const graph$tests = core(exports, "scrubjay:memory/graph@0.1.0#tests");
  const graph$tests$done = release(exports, "scrubjay:memory/graph@0.1.0#tests");
  const graph$path = core(exports, "scrubjay:memory/graph@0.1.0#path");
  const graph$path$done = release(exports, "scrubjay:memory/graph@0.1.0#path");
  const graph$hierarchy = core(exports, "scrubjay:memory/graph@0.1.0#hierarchy");
  const graph$hierarchy$done = release(exports, "scrubjay:memory/graph@0.1.0#hierarchy");
  const graph$unresolved = core(exports, "scrubjay:memory/graph@0.1.0#unresolved");
  const graph$unresolved$done = release(exports, "scrubjay:memory/graph@0.1.0#unresolved");
  const graph$dependencies = core(exports, "scrubjay:memory/graph@0.1.0#dependencies");
  const graph$dependencies$done = release(exports, "scrubjay:memory/graph@0.1.0#dependencies");
  const graph$dependents = core(exports, "scrubjay:memory/graph@0.1.0#dependents");
  const graph$dependents$done = release(exports, "scrubjay:memory/graph@0.1.0#dependents");
  const graph$map = core(exports, "scrubjay:memory/graph@0.1.0#map");
  const graph$map$done = release(exports, "scrubjay:memory/graph@0.1.0#map");
  const graph$export = core(exports, "scrubjay:memory/graph@0.1.0#export");
  const graph$export$done = release(exports, "scrubjay:memory/graph@0.1.0#export");
  const graph$resolveAnchors = core(exports, "scrubjay:memory/graph@0.1.0#resolve-anchors");
  const graph$resolveAnchors$done = release(exports, "scrubjay:memory/graph@0.1.0#resolve-anchors");
  const graph$functionsAt = core(exports, "scrubjay:memory/graph@0.1.0#functions-at");
  const graph$functionsAt$done = release(exports, "scrubjay:memory/graph@0.1.0#functions-at");
  const graph$documents = core(exports, "scrubjay:memory/graph@0.1.0#documents");
  const graph$documents$done = release(exports, "scrubjay:memory/graph@0.1.0#documents");
  const prepare$prepare = core(exports, "scrubjay:memory/prepare@0.1.0#prepare");
  const prepare$prepare$done = release(exports, "scrubjay:memory/prepare@0.1.0#prepare");
  const records$open = core(exports, "scrubjay:memory/records@0.1.0#open");
  const records$open$done = release(exports, "scrubjay:memory/records@0.1.0#open");
  const records$pack = core(exports, "scrubjay:memory/records@0.1.0#pack");
  const records$pack$done = release(exports, "scrubjay:memory/records@0.1.0#pack");
  const records$packLines = core(exports, "scrubjay:memory/records@0.1.0#pack-lines");
  const records$packLines$done = release(exports, "scrubjay:memory/records@0.1.0#pack-lines");
  const records$packImport = core(exports, "scrubjay:memory/records@0.1.0#pack-import");
  const records$packImport$done = release(exports, "scrubjay:memory/records@0.1.0#pack-import");
  const records$packReference = core(exports, "scrubjay:memory/records@0.1.0#pack-reference");
  const records$packReference$done = release(exports, "scrubjay:memory/records@0.1.0#pack-reference");
  const records$add = core(exports, "scrubjay:memory/records@0.1.0#add");
  const records$add$done = release(exports, "scrubjay:memory/records@0.1.0#add");
  const records$forget = core(exports, "scrubjay:memory/records@0.1.0#forget");
  const records$forget$done = release(exports, "scrubjay:memory/records@0.1.0#forget");
  const records$update = core(exports, "scrubjay:memory/records@0.1.0#update");
  const records$update$done = release(exports, "scrubjay:memory/records@0.1.0#update");
  const records$rollback = core(exports, "scrubjay:memory/records@0.1.0#rollback");
  const records$rollback$done = release(exports, "scrubjay:memory/records@0.1.0#rollback");
  const records$clearWindows = core(exports, "scrubjay:memory/records@0.1.0#clear-windows");
  const records$clearWindows$done = release(exports, "scrubjay:memory/records@0.1.0#clear-windows");
  const records$notes = core(exports, "scrubjay:memory/records@0.1.0#notes");
  const records$notes$done = release(exports, "scrubjay:memory/records@0.1.0#notes");
  const records$totals = core(exports, "scrubjay:memory/records@0.1.0#totals");
  const records$totals$done = release(exports, "scrubjay:memory/records@0.1.0#totals");
  const records$salvage = core(exports, "scrubjay:memory/records@0.1.0#salvage");
  const records$salvage$done = release(exports, "scrubjay:memory/records@0.1.0#salvage");
  const records$importTombstones = core(exports, "scrubjay:memory/records@0.1.0#import-tombstones");
  const records$importTombstones$done = release(exports, "scrubjay:memory/records@0.1.0#import-tombstones");
  const records$upkeep = core(exports, "scrubjay:memory/records@0.1.0#upkeep");
  const records$upkeep$done = release(exports, "scrubjay:memory/records@0.1.0#upkeep");
  const episodes$events = core(exports, "scrubjay:memory/episodes@0.1.0#events");
  const episodes$events$done = release(exports, "scrubjay:memory/episodes@0.1.0#events");
  const episodes$readTime = core(exports, "scrubjay:memory/episodes@0.1.0#read-time");
  const episodes$readTime$done = release(exports, "scrubjay:memory/episodes@0.1.0#read-time");
  const episodes$log = core(exports, "scrubjay:memory/episodes@0.1.0#log");
  const episodes$log$done = release(exports, "scrubjay:memory/episodes@0.1.0#log");
  const episodes$why = core(exports, "scrubjay:memory/episodes@0.1.0#why");
  const episodes$why$done = release(exports, "scrubjay:memory/episodes@0.1.0#why");
  const episodes$exportLines = core(exports, "scrubjay:memory/episodes@0.1.0#export-lines");
  const episodes$exportLines$done = release(exports, "scrubjay:memory/episodes@0.1.0#export-lines");
  const episodes$exportCsv = core(exports, "scrubjay:memory/episodes@0.1.0#export-csv");
  const episodes$exportCsv$done = release(exports, "scrubjay:memory/episodes@0.1.0#export-csv");
  const episodes$fileHistory = core(exports, "scrubjay:memory/episodes@0.1.0#file-history");
  const episodes$fileHistory$done = release(exports, "scrubjay:memory/episodes@0.1.0#file-history");
  const episodes$coEdits = core(exports, "scrubjay:memory/episodes@0.1.0#co-edits");
  const episodes$coEdits$done = release(exports, "scrubjay:memory/episodes@0.1.0#co-edits");
  const episodes$lastTouches = core(exports, "scrubjay:memory/episodes@0.1.0#last-touches");
  const episodes$lastTouches$done = release(exports, "scrubjay:memory/episodes@0.1.0#last-touches");
  const episodes$toolStats = core(exports, "scrubjay:memory/episodes@0.1.0#tool-stats");
  const episodes$toolStats$done = release(exports, "scrubjay:memory/episodes@0.1.0#tool-stats");
  const episodes$tasks = core(exports, "scrubjay:memory/episodes@0.1.0#tasks");
  const episodes$tasks$done = release(exports, "scrubjay:memory/episodes@0.1.0#tasks");
  const episodes$patterns = core(exports, "scrubjay:memory/episodes@0.1.0#patterns");
  const episodes$patterns$done = release(exports, "scrubjay:memory/episodes@0.1.0#patterns");
  const episodes$strategies = core(exports, "scrubjay:memory/episodes@0.1.0#strategies");
  const episodes$strategies$done = release(exports, "scrubjay:memory/episodes@0.1.0#strategies");
  const episodes$decisions = core(exports, "scrubjay:memory/episodes@0.1.0#decisions");
  const episodes$decisions$done = release(exports, "scrubjay:memory/episodes@0.1.0#decisions");
  const episodes$workingMemory = core(exports, "scrubjay:memory/episodes@0.1.0#working-memory");
  const episodes$workingMemory$done = release(exports, "scrubjay:memory/episodes@0.1.0#working-memory");
  const episodes$profile = core(exports, "scrubjay:memory/episodes@0.1.0#profile");
  const episodes$profile$done = release(exports, "scrubjay:memory/episodes@0.1.0#profile");
  const recall$recall = core(exports, "scrubjay:memory/recall@0.1.0#recall");
  const recall$recall$done = release(exports, "scrubjay:memory/recall@0.1.0#recall");
  const recall$remind = core(exports, "scrubjay:memory/recall@0.1.0#remind");
  const recall$remind$done = release(exports, "scrubjay:memory/recall@0.1.0#remind");
  const delivery$deliver = core(exports, "scrubjay:memory/delivery@0.1.0#deliver");
  const delivery$deliver$done = release(exports, "scrubjay:memory/delivery@0.1.0#deliver");
  const delivery$deliveries = core(exports, "scrubjay:memory/delivery@0.1.0#deliveries");
  const delivery$deliveries$done = release(exports, "scrubjay:memory/delivery@0.1.0#deliveries");
  const delivery$backtest = core(exports, "scrubjay:memory/delivery@0.1.0#backtest");
  const delivery$backtest$done = release(exports, "scrubjay:memory/delivery@0.1.0#backtest");
  const capture$packTranscript = core(exports, "scrubjay:memory/capture@0.1.0#pack-transcript");
  const capture$packTranscript$done = release(exports, "scrubjay:memory/capture@0.1.0#pack-transcript");
  const capture$readBeginning = core(exports, "scrubjay:memory/capture@0.1.0#read-beginning");
  const capture$readBeginning$done = release(exports, "scrubjay:memory/capture@0.1.0#read-beginning");
  const capture$readHook = core(exports, "scrubjay:memory/capture@0.1.0#read-hook");
  const capture$readHook$done = release(exports, "scrubjay:memory/capture@0.1.0#read-hook");
  const capture$answerHook = core(exports, "scrubjay:memory/capture@0.1.0#answer-hook");
  const capture$answerHook$done = release(exports, "scrubjay:memory/capture@0.1.0#answer-hook");
  const session$loadSession = core(exports, "scrubjay:memory/session@0.1.0#load-session");
  const session$loadSession$done = release(exports, "scrubjay:memory/session@0.1.0#load-session");
  const session$saveSession = core(exports, "scrubjay:memory/session@0.1.0#save-session");
  const session$saveSession$done = release(exports, "scrubjay:memory/session@0.1.0#save-session");
  const session$appendToSession = core(exports, "scrubjay:memory/session@0.1.0#append-to-session");
  const session$appendToSession$done = release(exports, "scrubjay:memory/session@0.1.0#append-to-session");
  const session$deleteSession = core(exports, "scrubjay:memory/session@0.1.0#delete-session");
  const session$deleteSession$done = release(exports, "scrubjay:memory/session@0.1.0#delete-session");
  const session$recoverSession = core(exports, "scrubjay:memory/session@0.1.0#recover-session");
  const session$recoverSession$done = release(exports, "scrubjay:memory/session@0.1.0#recover-session");
  const session$forkSession = core(exports, "scrubjay:memory/session@0.1.0#fork-session");
  const session$forkSession$done = release(exports, "scrubjay:memory/session@0.1.0#fork-session");
  const session$sessions = core(exports, "scrubjay:memory/session@0.1.0#sessions");
  const session$sessions$done = release(exports, "scrubjay:memory/session@0.1.0#sessions");
  const session$compactSession = core(exports, "scrubjay:memory/session@0.1.0#compact-session");
  const session$compactSession$done = release(exports, "scrubjay:memory/session@0.1.0#compact-session");
  const session$summariseSession = core(exports, "scrubjay:memory/session@0.1.0#summarise-session");
  const session$summariseSession$done = release(exports, "scrubjay:memory/session@0.1.0#summarise-session");
  const session$sessionVersions = core(exports, "scrubjay:memory/session@0.1.0#session-versions");
  const session$sessionVersions$done = release(exports, "scrubjay:memory/session@0.1.0#session-versions");
  const session$compareSessions = core(exports, "scrubjay:memory/session@0.1.0#compare-sessions");
  const session$compareSessions$done = release(exports, "scrubjay:memory/session@0.1.0#compare-sessions");
  const session$reread = core(exports, "scrubjay:memory/session@0.1.0#reread");
  const session$reread$done = release(exports, "scrubjay:memory/session@0.1.0#reread");
  const session$failures = core(exports, "scrubjay:memory/session@0.1.0#failures");
  const session$failures$done = release(exports, "scrubjay:memory/session@0.1.0#failures");
  const session$beginSession = core(exports, "scrubjay:memory/session@0.1.0#begin-session");
  const session$beginSession$done = release(exports, "scrubjay:memory/session@0.1.0#begin-session");
  const window$load = core(exports, "scrubjay:memory/window@0.1.0#load");
  const window$load$done = release(exports, "scrubjay:memory/window@0.1.0#load");
  const window$open = core(exports, "scrubjay:memory/window@0.1.0#open");
  const window$open$done = release(exports, "scrubjay:memory/window@0.1.0#open");
  const window$at = core(exports, "scrubjay:memory/window@0.1.0#at");
  const window$at$done = release(exports, "scrubjay:memory/window@0.1.0#at");
  const window$save = core(exports, "scrubjay:memory/window@0.1.0#save");
  const window$save$done = release(exports, "scrubjay:memory/window@0.1.0#save");
  const window$push = core(exports, "scrubjay:memory/window@0.1.0#push");
  const window$push$done = release(exports, "scrubjay:memory/window@0.1.0#push");
  const window$pushMessages = core(exports, "scrubjay:memory/window@0.1.0#push-messages");
  const window$pushMessages$done = release(exports, "scrubjay:memory/window@0.1.0#push-messages");
  const window$prune = core(exports, "scrubjay:memory/window@0.1.0#prune");
  const window$prune$done = release(exports, "scrubjay:memory/window@0.1.0#prune");
  const window$pruneAnyway = core(exports, "scrubjay:memory/window@0.1.0#prune-anyway");
  const window$pruneAnyway$done = release(exports, "scrubjay:memory/window@0.1.0#prune-anyway");
  const window$editMessages = core(exports, "scrubjay:memory/window@0.1.0#edit-messages");
  const window$editMessages$done = release(exports, "scrubjay:memory/window@0.1.0#edit-messages");
  const window$restore = core(exports, "scrubjay:memory/window@0.1.0#restore");
  const window$restore$done = release(exports, "scrubjay:memory/window@0.1.0#restore");
  const window$alreadyVisible = core(exports, "scrubjay:memory/window@0.1.0#already-visible");
  const window$alreadyVisible$done = release(exports, "scrubjay:memory/window@0.1.0#already-visible");
  const window$reportUsage = core(exports, "scrubjay:memory/window@0.1.0#report-usage");
  const window$reportUsage$done = release(exports, "scrubjay:memory/window@0.1.0#report-usage");
  const window$setRelevance = core(exports, "scrubjay:memory/window@0.1.0#set-relevance");
  const window$setRelevance$done = release(exports, "scrubjay:memory/window@0.1.0#set-relevance");
  const window$pin = core(exports, "scrubjay:memory/window@0.1.0#pin");
  const window$pin$done = release(exports, "scrubjay:memory/window@0.1.0#pin");
  const window$setTask = core(exports, "scrubjay:memory/window@0.1.0#set-task");
  const window$setTask$done = release(exports, "scrubjay:memory/window@0.1.0#set-task");
  const window$snapshot = core(exports, "scrubjay:memory/window@0.1.0#snapshot");
  const window$snapshot$done = release(exports, "scrubjay:memory/window@0.1.0#snapshot");
  const window$end = core(exports, "scrubjay:memory/window@0.1.0#end");
  const window$end$done = release(exports, "scrubjay:memory/window@0.1.0#end");
  const window$status = core(exports, "scrubjay:memory/window@0.1.0#status");
  const window$status$done = release(exports, "scrubjay:memory/window@0.1.0#status");
  const window$snapshots = core(exports, "scrubjay:memory/window@0.1.0#snapshots");
  const window$snapshots$done = release(exports, "scrubjay:memory/window@0.1.0#snapshots");
  const window$findSnapshot = core(exports, "scrubjay:memory/window@0.1.0#find-snapshot");
  const window$findSnapshot$done = release(exports, "scrubjay:memory/window@0.1.0#find-snapshot");
  const window$whatIf = core(exports, "scrubjay:memory/window@0.1.0#what-if");
  const window$whatIf$done = release(exports, "scrubjay:memory/window@0.1.0#what-if");
  const window$compareSnapshots = core(exports, "scrubjay:memory/window@0.1.0#compare-snapshots");
  const window$compareSnapshots$done = release(exports, "scrubjay:memory/window@0.1.0#compare-snapshots");
  const window$recoverSnapshot = core(exports, "scrubjay:memory/window@0.1.0#recover-snapshot");
  const window$recoverSnapshot$done = release(exports, "scrubjay:memory/window@0.1.0#recover-snapshot");
  const window$explain = core(exports, "scrubjay:memory/window@0.1.0#explain");
  const window$explain$done = release(exports, "scrubjay:memory/window@0.1.0#explain");
  const window$learnings = core(exports, "scrubjay:memory/window@0.1.0#learnings");
  const window$learnings$done = release(exports, "scrubjay:memory/window@0.1.0#learnings");
  const window$windows = core(exports, "scrubjay:memory/window@0.1.0#windows");
  const window$windows$done = release(exports, "scrubjay:memory/window@0.1.0#windows");
  const windowText$pushText = core(exports, "scrubjay:memory/window-text@0.1.0#push-text");
  const windowText$pushText$done = release(exports, "scrubjay:memory/window-text@0.1.0#push-text");
  const windowText$editRanges = core(exports, "scrubjay:memory/window-text@0.1.0#edit-ranges");
  const windowText$editRanges$done = release(exports, "scrubjay:memory/window-text@0.1.0#edit-ranges");
  const tools$readRequest = core(exports, "scrubjay:memory/tools@0.1.0#read-request");
  const tools$readRequest$done = release(exports, "scrubjay:memory/tools@0.1.0#read-request");
  const tools$step = core(exports, "scrubjay:memory/tools@0.1.0#step");
  const tools$step$done = release(exports, "scrubjay:memory/tools@0.1.0#step");
  const tools$describe = core(exports, "scrubjay:memory/tools@0.1.0#describe");
  const tools$describe$done = release(exports, "scrubjay:memory/tools@0.1.0#describe");
  const tools$spell = core(exports, "scrubjay:memory/tools@0.1.0#spell");
  const tools$spell$done = release(exports, "scrubjay:memory/tools@0.1.0#spell");
  return {
    memory: {
      open(purpose, at, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = memory$open(m.number(PURPOSE, purpose, "purpose"), m.ulong(at, "at"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadOpenReply, loadError, memory$open$done);
      },
      masked(text) {
        m.begin();
        const text$at = m.newText(text, "text");
        const text$n = m.length;
        const $result = memory$masked(text$at, text$n);
        return m.plain($result, (m, at) => m.text(at), memory$masked$done);
      },
      apply(changes, now, entropy) {
        m.begin();
        const changes$at = m.newList(changes, 48, 4, "changes", storeChange);
        const changes$n = m.length;
        const entropy$at = m.newArray(entropy, Uint8Array, "entropy");
        const entropy$n = m.length;
        const $result = memory$apply(changes$at, changes$n, m.long(now, "now"), entropy$at, entropy$n);
        return m.result($result, 8, loadEffects, loadError, memory$apply$done);
      },
      tellUnread(endings) {
        m.begin();
        const endings$at = m.newList(endings, 12, 4, "endings", storeEndingCount);
        const endings$n = m.length;
        const $result = memory$tellUnread(endings$at, endings$n);
        return m.result($result, 8, loadEffects, loadError, memory$tellUnread$done);
      },
      link(maxFiles) {
        m.begin();
        const $result = memory$link(m.whole(maxFiles, 0, 0xffff_ffff, "maxFiles"));
        return m.result($result, 8, loadLinked, loadError, memory$link$done);
      },
      quarantine() {
        m.begin();
        const $result = memory$quarantine();
        return m.result($result, 8, loadQuarantined, loadError, memory$quarantine$done);
      },
      status(resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = memory$status(resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadStatusReply, loadError, memory$status$done);
      },
      damaged() {
        m.begin();
        const $result = memory$damaged();
        return m.plain($result, (m, at) => m.loadList(at, 20, loadDamagedRow), memory$damaged$done);
      },
      digest() {
        m.begin();
        const $result = memory$digest();
        return m.result($result, 8, (m, at) => m.view.getBigUint64(at, true), loadError, memory$digest$done);
      },
    },
    graph: {
      languages() {
        m.begin();
        const $result = graph$languages();
        return m.plain($result, (m, at) => m.loadList(at, 32, loadLanguage), graph$languages$done);
      },
      installedFolders() {
        m.begin();
        const $result = graph$installedFolders();
        return m.plain($result, (m, at) => m.loadList(at, 16, loadInstalledFolder), graph$installedFolders$done);
      },
      admit(files) {
        m.begin();
        const files$at = m.newList(files, 12, 4, "files", storeListedFile);
        const files$n = m.length;
        const $result = graph$admit(files$at, files$n);
        return m.result($result, 8, (m, at) => m.loadList(at, 12, loadVerdict), loadError, graph$admit$done);
      },
      find(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$text$at = m.newText(question.text, "text");
        const question$text$n = m.length;
        const question$kinds$at = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); });
        const question$kinds$n = m.length;
        const question$pathPrefix$at = m.newText(question.pathPrefix, "pathPrefix");
        const question$pathPrefix$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$find(question$text$at, question$text$n, question$kinds$at, question$kinds$n, question$pathPrefix$at, question$pathPrefix$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.bool(question.explain, "explain"), m.whole(question.skip, 0, 0xffff_ffff, "skip"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadFindReply, loadError, graph$find$done);
      },
      outline(path, resumed) {
        m.begin();
        const path$at = m.newText(path, "path");
        const path$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$outline(path$at, path$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadOutlineReply, loadError, graph$outline$done);
      },
      source(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
        const question$kinds$at = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); });
        const question$kinds$n = m.length;
        const question$pathPrefix$at = m.newText(question.pathPrefix, "pathPrefix");
        const question$pathPrefix$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$source(question$name$at, question$name$n, m.whole(question.maxLines, 0, 0xffff_ffff, "maxLines"), question$kinds$at, question$kinds$n, question$pathPrefix$at, question$pathPrefix$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSourceReply, loadError, graph$source$done);
      },
      callers(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
        const question$kinds$at = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); });
        const question$kinds$n = m.length;
        const question$pathPrefix$at = m.newText(question.pathPrefix, "pathPrefix");
        const question$pathPrefix$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$callers(question$name$at, question$name$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.float(question.minConfidence, "minConfidence"), m.whole(question.skip, 0, 0xffff_ffff, "skip"), question$kinds$at, question$kinds$n, question$pathPrefix$at, question$pathPrefix$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWalkReply, loadError, graph$callers$done);
      },
      callees(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
        const question$kinds$at = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); });
        const question$kinds$n = m.length;
        const question$pathPrefix$at = m.newText(question.pathPrefix, "pathPrefix");
        const question$pathPrefix$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$callees(question$name$at, question$name$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.float(question.minConfidence, "minConfidence"), m.whole(question.skip, 0, 0xffff_ffff, "skip"), question$kinds$at, question$kinds$n, question$pathPrefix$at, question$pathPrefix$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWalkReply, loadError, graph$callees$done);
      },
      references(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
        const question$kinds$at = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); });
        const question$kinds$n = m.length;
        const question$pathPrefix$at = m.newText(question.pathPrefix, "pathPrefix");
        const question$pathPrefix$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$references(question$name$at, question$name$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.float(question.minConfidence, "minConfidence"), m.whole(question.skip, 0, 0xffff_ffff, "skip"), question$kinds$at, question$kinds$n, question$pathPrefix$at, question$pathPrefix$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWalkReply, loadError, graph$references$done);
      },
      impact(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
        const question$kinds$at = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); });
        const question$kinds$n = m.length;
        const question$pathPrefix$at = m.newText(question.pathPrefix, "pathPrefix");
        const question$pathPrefix$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$impact(question$name$at, question$name$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.float(question.minConfidence, "minConfidence"), m.whole(question.skip, 0, 0xffff_ffff, "skip"), question$kinds$at, question$kinds$n, question$pathPrefix$at, question$pathPrefix$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWalkReply, loadError, graph$impact$done);
      },
      tests(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
        const question$kinds$at = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); });
        const question$kinds$n = m.length;
        const question$pathPrefix$at = m.newText(question.pathPrefix, "pathPrefix");
        const question$pathPrefix$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$tests(question$name$at, question$name$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.float(question.minConfidence, "minConfidence"), m.whole(question.skip, 0, 0xffff_ffff, "skip"), question$kinds$at, question$kinds$n, question$pathPrefix$at, question$pathPrefix$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWalkReply, loadError, graph$tests$done);
      },
      path(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$source$at = m.newText(question.source, "source");
        const question$source$n = m.length;
        const question$target$at = m.newText(question.target, "target");
        const question$target$n = m.length;
        const question$kinds$at = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(EDGE_KIND, value, name)); });
        const question$kinds$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$path(question$source$at, question$source$n, question$target$at, question$target$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), question$kinds$at, question$kinds$n, m.float(question.minConfidence, "minConfidence"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadPathReply, loadError, graph$path$done);
      },
      hierarchy(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
        const question$kinds$at = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); });
        const question$kinds$n = m.length;
        const question$pathPrefix$at = m.newText(question.pathPrefix, "pathPrefix");
        const question$pathPrefix$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$hierarchy(question$name$at, question$name$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.float(question.minConfidence, "minConfidence"), m.whole(question.skip, 0, 0xffff_ffff, "skip"), question$kinds$at, question$kinds$n, question$pathPrefix$at, question$pathPrefix$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadHierarchyReply, loadError, graph$hierarchy$done);
      },
      unresolved(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$name$at = m.newText(question.name, "name");
        const question$name$n = m.length;
        const question$kinds$at = m.newList(question.kinds, 1, 1, "kinds", (m, at, value, name) => { m.view.setUint8(at, m.number(SYMBOL_KIND, value, name)); });
        const question$kinds$n = m.length;
        const question$pathPrefix$at = m.newText(question.pathPrefix, "pathPrefix");
        const question$pathPrefix$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$unresolved(question$name$at, question$name$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.whole(question.skip, 0, 0xffff_ffff, "skip"), question$kinds$at, question$kinds$n, question$pathPrefix$at, question$pathPrefix$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadUnresolvedReply, loadError, graph$unresolved$done);
      },
      dependencies(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$path$at = m.newText(question.path, "path");
        const question$path$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$dependencies(question$path$at, question$path$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.whole(question.skip, 0, 0xffff_ffff, "skip"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadDependencyReply, loadError, graph$dependencies$done);
      },
      dependents(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$path$at = m.newText(question.path, "path");
        const question$path$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$dependents(question$path$at, question$path$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.whole(question.skip, 0, 0xffff_ffff, "skip"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadDependencyReply, loadError, graph$dependents$done);
      },
      map(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$focus$at = m.newList(question.focus, 8, 4, "focus", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); });
        const question$focus$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$map(m.whole(question.budget, 0, 0xffff_ffff, "budget"), question$focus$at, question$focus$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadMapReply, loadError, graph$map$done);
      },
      export(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$pathPrefix$at = m.newText(question.pathPrefix, "pathPrefix");
        const question$pathPrefix$n = m.length;
        const question$around$at = m.newText(question.around, "around");
        const question$around$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$export(m.number(EXPORT_FORMAT, question.format, "format"), question$pathPrefix$at, question$pathPrefix$n, question$around$at, question$around$n, m.whole(question.depth, 0, 0xffff_ffff, "depth"), m.whole(question.cursor, 0, 0xffff_ffff, "cursor"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadExportReply, loadError, graph$export$done);
      },
      resolveAnchors(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$anchors$at = m.newList(question.anchors, 32, 4, "anchors", storeAnchor);
        const question$anchors$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$resolveAnchors(question$anchors$at, question$anchors$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadAnchorsReply, loadError, graph$resolveAnchors$done);
      },
      functionsAt(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$lines$at = m.newList(question.lines, 24, 8, "lines", storeTouchedLines);
        const question$lines$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$functionsAt(question$lines$at, question$lines$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadFunctionsReply, loadError, graph$functionsAt$done);
      },
      documents(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$query$at = m.newText(question.query, "query");
        const question$query$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = graph$documents(question$query$at, question$query$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.whole(question.budget, 0, 0xffff_ffff, "budget"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadDocumentsReply, loadError, graph$documents$done);
      },
    },
    prepare: {
      prepare(question, resumed) {
        m.begin();
        const $at = m.newArea(80, 4);
        storePrepareQuestion(m, $at, question, "question");
        m.view.setUint8($at + 60, resumed === undefined ? 0 : 1);
        if (resumed !== undefined) {
          storeResumed(m, $at + 64, resumed, "resumed");
        }
        const $result = prepare$prepare($at);
        return m.result($result, 8, loadPrepareReply, loadError, prepare$prepare$done);
      },
    },
    records: {
      open(owner, settings, at) {
        m.begin();
        m.object(owner, "owner");
        const owner$tenant$at = m.newText(owner.tenant, "tenant");
        const owner$tenant$n = m.length;
        const owner$principal$at = m.newText(owner.principal, "principal");
        const owner$principal$n = m.length;
        const owner$roots$at = m.newList(owner.roots, 8, 4, "roots", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); });
        const owner$roots$n = m.length;
        m.object(settings, "settings");
        const $result = records$open(owner$tenant$at, owner$tenant$n, owner$principal$at, owner$principal$n, m.number(ORIGIN, owner.speaker, "speaker"), m.number(TRUST, owner.trust, "trust"), owner$roots$at, owner$roots$n, m.number(SECRET_POLICY, settings.secrets, "secrets"), m.whole(settings.retentionDays, 0, 0xffff_ffff, "retentionDays"), m.whole(settings.maxPerDay, 0, 0xffff_ffff, "maxPerDay"), m.ulong(at, "at"));
        return m.result($result, 8, nothing, loadError, records$open$done);
      },
      pack(events, now) {
        m.begin();
        const events$at = m.newList(events, 144, 8, "events", storeEvent);
        const events$n = m.length;
        const $result = records$pack(events$at, events$n, m.long(now, "now"));
        return m.result($result, 8, loadPacked, loadError, records$pack$done);
      },
      packLines(lines, now, entropy, eachAlone) {
        m.begin();
        const lines$at = m.newText(lines, "lines");
        const lines$n = m.length;
        const entropy$at = m.newArray(entropy, Uint8Array, "entropy");
        const entropy$n = m.length;
        const $result = records$packLines(lines$at, lines$n, m.long(now, "now"), entropy$at, entropy$n, m.bool(eachAlone, "eachAlone"));
        return m.result($result, 8, loadPackedLines, loadError, records$packLines$done);
      },
      packImport(lines, state, isMine, now) {
        m.begin();
        const lines$at = m.newText(lines, "lines");
        const lines$n = m.length;
        const state$at = m.newText(state, "state");
        const state$n = m.length;
        const $result = records$packImport(lines$at, lines$n, state$at, state$n, m.bool(isMine, "isMine"), m.long(now, "now"));
        return m.result($result, 8, loadPackedImport, loadError, records$packImport$done);
      },
      packReference(lines, after, now) {
        m.begin();
        const lines$at = m.newText(lines, "lines");
        const lines$n = m.length;
        const after$at = m.newText(after, "after");
        const after$n = m.length;
        const $result = records$packReference(lines$at, lines$n, after$at, after$n, m.long(now, "now"));
        return m.result($result, 8, loadPackedReference, loadError, records$packReference$done);
      },
      add(batches, resumed) {
        m.begin();
        const batches$at = m.newList(batches, 8, 4, "batches", (m, at, value, name) => { m.putPair(at, m.newArray(value, Uint8Array, name)); });
        const batches$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = records$add(batches$at, batches$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadAddReply, loadError, records$add$done);
      },
      forget(ids, now, resumed) {
        m.begin();
        const ids$at = m.newList(ids, 8, 4, "ids", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); });
        const ids$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = records$forget(ids$at, ids$n, m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadForgetReply, loadError, records$forget$done);
      },
      update(id, says, now, resumed) {
        m.begin();
        const id$at = m.newText(id, "id");
        const id$n = m.length;
        m.object(says, "says");
        const says$text$at = m.newText(says.text, "text");
        const says$text$n = m.length;
        const says$metadata$at = m.newText(says.metadata, "metadata");
        const says$metadata$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = records$update(id$at, id$n, says$text$at, says$text$n, says$metadata$at, says$metadata$n, m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadUpdateReply, loadError, records$update$done);
      },
      rollback(selection, now, resumed) {
        m.begin();
        m.object(selection, "selection");
        const selection$session$at = m.newText(selection.session, "session");
        const selection$session$n = m.length;
        const selection$principal$at = m.newText(selection.principal, "principal");
        const selection$principal$n = m.length;
        const selection$channel$at = m.newText(selection.channel, "channel");
        const selection$channel$n = m.length;
        let selection$origin$0 = 0;
        if (selection.origin !== undefined) {
          selection$origin$0 = m.number(ORIGIN, selection.origin, "origin");
        }
        let selection$since$0 = 0n;
        if (selection.since !== undefined) {
          selection$since$0 = m.long(selection.since, "since");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = records$rollback(selection$session$at, selection$session$n, selection$principal$at, selection$principal$n, selection$channel$at, selection$channel$n, selection.origin === undefined ? 0 : 1, selection$origin$0, selection.since === undefined ? 0 : 1, selection$since$0, m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadForgetReply, loadError, records$rollback$done);
      },
      clearWindows(after, resumed) {
        m.begin();
        const after$at = m.newArray(after, Uint8Array, "after");
        const after$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = records$clearWindows(after$at, after$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadClearReply, loadError, records$clearWindows$done);
      },
      notes(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$channel$at = m.newText(question.channel, "channel");
        const question$channel$n = m.length;
        let question$since$0 = 0n;
        if (question.since !== undefined) {
          question$since$0 = m.long(question.since, "since");
        }
        let question$until$0 = 0n;
        if (question.until !== undefined) {
          question$until$0 = m.long(question.until, "until");
        }
        const question$metadata$at = m.newList(question.metadata, 8, 4, "metadata", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); });
        const question$metadata$n = m.length;
        const question$after$at = m.newText(question.after, "after");
        const question$after$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = records$notes(question$channel$at, question$channel$n, question.since === undefined ? 0 : 1, question$since$0, question.until === undefined ? 0 : 1, question$until$0, m.whole(question.limit, 0, 0xffff_ffff, "limit"), question$metadata$at, question$metadata$n, question$after$at, question$after$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadNotesReply, loadError, records$notes$done);
      },
      totals(resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = records$totals(resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadTotalsReply, loadError, records$totals$done);
      },
      salvage(part, isScattered, rows, resumed) {
        m.begin();
        const rows$at = m.newList(rows, 16, 4, "rows", storeRow);
        const rows$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = records$salvage(m.number(SALVAGE_PART, part, "part"), m.bool(isScattered, "isScattered"), rows$at, rows$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSalvageReply, loadError, records$salvage$done);
      },
      importTombstones(rows, resumed) {
        m.begin();
        const rows$at = m.newList(rows, 16, 4, "rows", storeRow);
        const rows$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = records$importTombstones(rows$at, rows$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadImportTombstonesReply, loadError, records$importTombstones$done);
      },
      upkeep(now, budget, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = records$upkeep(m.long(now, "now"), m.whole(budget, 0, 0xffff_ffff, "budget"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadUpkeepReply, loadError, records$upkeep$done);
      },
    },
    episodes: {
      events(question, resumed) {
        m.begin();
        const $at = m.newArea(168, 8);
        storeEventsQuestion(m, $at, question, "question");
        m.view.setUint8($at + 144, resumed === undefined ? 0 : 1);
        if (resumed !== undefined) {
          storeResumed(m, $at + 148, resumed, "resumed");
        }
        const $result = episodes$events($at);
        return m.result($result, 8, loadEventsReply, loadError, episodes$events$done);
      },
      readTime(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$written$at = m.newText(question.written, "written");
        const question$written$n = m.length;
        const question$zone$at = m.newList(question.zone, 16, 8, "zone", storeZoneOffset);
        const question$zone$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$readTime(question$written$at, question$written$n, question$zone$at, question$zone$n, m.long(question.now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadReadTimeReply, loadError, episodes$readTime$done);
      },
      log(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$when$at = m.newText(question.when, "when");
        const question$when$n = m.length;
        const question$session$at = m.newText(question.session, "session");
        const question$session$n = m.length;
        const question$after$at = m.newText(question.after, "after");
        const question$after$n = m.length;
        const question$zone$at = m.newList(question.zone, 16, 8, "zone", storeZoneOffset);
        const question$zone$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$log(question$when$at, question$when$n, question$session$at, question$session$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), question$after$at, question$after$n, question$zone$at, question$zone$n, m.long(question.now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadLogReply, loadError, episodes$log$done);
      },
      why(id, resumed) {
        m.begin();
        const id$at = m.newText(id, "id");
        const id$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$why(id$at, id$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWhyReply, loadError, episodes$why$done);
      },
      exportLines(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$after$at = m.newText(question.after, "after");
        const question$after$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$exportLines(question$after$at, question$after$n, m.bool(question.isDamaged, "isDamaged"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadExportLinesReply, loadError, episodes$exportLines$done);
      },
      exportCsv(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$after$at = m.newText(question.after, "after");
        const question$after$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$exportCsv(m.number(EVENT_KIND, question.kind, "kind"), question$after$at, question$after$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadExportCsvReply, loadError, episodes$exportCsv$done);
      },
      fileHistory(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$path$at = m.newText(question.path, "path");
        const question$path$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$fileHistory(question$path$at, question$path$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadFileHistoryReply, loadError, episodes$fileHistory$done);
      },
      coEdits(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$path$at = m.newText(question.path, "path");
        const question$path$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$coEdits(question$path$at, question$path$n, m.whole(question.minOccasions, 0, 0xffff_ffff, "minOccasions"), m.whole(question.limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadCoEditsReply, loadError, episodes$coEdits$done);
      },
      lastTouches(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$contains$at = m.newText(question.contains, "contains");
        const question$contains$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$lastTouches(question$contains$at, question$contains$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadLastTouchesReply, loadError, episodes$lastTouches$done);
      },
      toolStats(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$channel$at = m.newText(question.channel, "channel");
        const question$channel$n = m.length;
        let question$intent$0 = 0;
        if (question.intent !== undefined) {
          question$intent$0 = m.number(TASK_INTENT, question.intent, "intent");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$toolStats(m.long(question.now, "now"), m.whole(question.days, 0, 0xffff_ffff, "days"), question$channel$at, question$channel$n, question.intent === undefined ? 0 : 1, question$intent$0, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadToolStatsReply, loadError, episodes$toolStats$done);
      },
      tasks(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$statuses$at = m.newList(question.statuses, 1, 1, "statuses", (m, at, value, name) => { m.view.setUint8(at, m.number(TASK_STATUS, value, name)); });
        const question$statuses$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$tasks(question$statuses$at, question$statuses$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadTasksReply, loadError, episodes$tasks$done);
      },
      patterns(question, resumed) {
        m.begin();
        m.object(question, "question");
        let question$kind$0 = 0;
        if (question.kind !== undefined) {
          question$kind$0 = m.number(PATTERN_KIND, question.kind, "kind");
        }
        const question$subject$at = m.newText(question.subject, "subject");
        const question$subject$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$patterns(question.kind === undefined ? 0 : 1, question$kind$0, question$subject$at, question$subject$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadPatternsReply, loadError, episodes$patterns$done);
      },
      strategies(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$taskType$at = m.newText(question.taskType, "taskType");
        const question$taskType$n = m.length;
        const question$channel$at = m.newText(question.channel, "channel");
        const question$channel$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$strategies(question$taskType$at, question$taskType$n, question$channel$at, question$channel$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadStrategiesReply, loadError, episodes$strategies$done);
      },
      decisions(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$statuses$at = m.newList(question.statuses, 1, 1, "statuses", (m, at, value, name) => { m.view.setUint8(at, m.number(DECISION_STATUS, value, name)); });
        const question$statuses$n = m.length;
        const question$channel$at = m.newText(question.channel, "channel");
        const question$channel$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$decisions(question$statuses$at, question$statuses$n, question$channel$at, question$channel$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadDecisionsReply, loadError, episodes$decisions$done);
      },
      workingMemory(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$conversation$at = m.newText(question.conversation, "conversation");
        const question$conversation$n = m.length;
        const question$channel$at = m.newText(question.channel, "channel");
        const question$channel$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$workingMemory(question$conversation$at, question$conversation$n, question$channel$at, question$channel$n, m.long(question.now, "now"), m.whole(question.limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWorkingMemoryReply, loadError, episodes$workingMemory$done);
      },
      profile(resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = episodes$profile(resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadProfileReply, loadError, episodes$profile$done);
      },
    },
    recall: {
      recall(question, resumed) {
        m.begin();
        const $at = m.newArea(176, 8);
        storeRecallQuestion(m, $at, question, "question");
        m.view.setUint8($at + 152, resumed === undefined ? 0 : 1);
        if (resumed !== undefined) {
          storeResumed(m, $at + 156, resumed, "resumed");
        }
        const $result = recall$recall($at);
        return m.result($result, 8, loadRecallReply, loadError, recall$recall$done);
      },
      remind(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$task$at = m.newText(question.task, "task");
        const question$task$n = m.length;
        const question$errors$at = m.newList(question.errors, 8, 4, "errors", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); });
        const question$errors$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = recall$remind(question$task$at, question$task$n, question$errors$at, question$errors$n, m.whole(question.budget, 0, 0xffff_ffff, "budget"), m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.long(question.now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadRemindReply, loadError, recall$remind$done);
      },
    },
    delivery: {
      deliver(question, resumed) {
        m.begin();
        const $at = m.newArea(88, 8);
        storeDeliverQuestion(m, $at, question, "question");
        m.view.setUint8($at + 64, resumed === undefined ? 0 : 1);
        if (resumed !== undefined) {
          storeResumed(m, $at + 68, resumed, "resumed");
        }
        const $result = delivery$deliver($at);
        return m.result($result, 8, loadDeliverReply, loadError, delivery$deliver$done);
      },
      deliveries(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$session$at = m.newText(question.session, "session");
        const question$session$n = m.length;
        let question$since$0 = 0n;
        if (question.since !== undefined) {
          question$since$0 = m.long(question.since, "since");
        }
        let question$until$0 = 0n;
        if (question.until !== undefined) {
          question$until$0 = m.long(question.until, "until");
        }
        const question$after$at = m.newText(question.after, "after");
        const question$after$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = delivery$deliveries(question$session$at, question$session$n, question.since === undefined ? 0 : 1, question$since$0, question.until === undefined ? 0 : 1, question$until$0, m.whole(question.limit, 0, 0xffff_ffff, "limit"), question$after$at, question$after$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadDeliveriesReply, loadError, delivery$deliveries$done);
      },
      backtest(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$moments$at = m.newList(question.moments, 1, 1, "moments", (m, at, value, name) => { m.view.setUint8(at, m.number(MOMENT, value, name)); });
        const question$moments$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = delivery$backtest(m.whole(question.sessions, 0, 0xffff_ffff, "sessions"), question$moments$at, question$moments$n, m.whole(question.startBudget, 0, 0xffff_ffff, "startBudget"), m.whole(question.budget, 0, 0xffff_ffff, "budget"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadBacktestReply, loadError, delivery$backtest$done);
      },
    },
    capture: {
      packTranscript(harness, lines, state, folder, now) {
        m.begin();
        let harness$0 = 0;
        if (harness !== undefined) {
          harness$0 = m.number(HARNESS, harness, "harness");
        }
        const lines$at = m.newText(lines, "lines");
        const lines$n = m.length;
        const state$at = m.newArray(state, Uint8Array, "state");
        const state$n = m.length;
        const folder$at = m.newText(folder, "folder");
        const folder$n = m.length;
        const $result = capture$packTranscript(harness === undefined ? 0 : 1, harness$0, lines$at, lines$n, state$at, state$n, folder$at, folder$n, m.long(now, "now"));
        return m.result($result, 8, loadPackedTranscript, loadError, capture$packTranscript$done);
      },
      readBeginning(harness, lines) {
        m.begin();
        let harness$0 = 0;
        if (harness !== undefined) {
          harness$0 = m.number(HARNESS, harness, "harness");
        }
        const lines$at = m.newText(lines, "lines");
        const lines$n = m.length;
        const $result = capture$readBeginning(harness === undefined ? 0 : 1, harness$0, lines$at, lines$n);
        return m.result($result, 8, loadTranscriptBeginning, loadError, capture$readBeginning$done);
      },
      readHook(input, event) {
        m.begin();
        const input$at = m.newText(input, "input");
        const input$n = m.length;
        const event$at = m.newText(event, "event");
        const event$n = m.length;
        const $result = capture$readHook(input$at, input$n, event$at, event$n);
        return m.result($result, 8, loadHookEvent, loadError, capture$readHook$done);
      },
      answerHook(event, text) {
        m.begin();
        const event$at = m.newText(event, "event");
        const event$n = m.length;
        const text$at = m.newText(text, "text");
        const text$n = m.length;
        const $result = capture$answerHook(event$at, event$n, text$at, text$n);
        return m.result($result, 8, (m, at) => m.text(at), loadError, capture$answerHook$done);
      },
    },
    session: {
      loadSession(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$id$at = m.newText(question.id, "id");
        const question$id$n = m.length;
        let question$version$0 = 0n;
        if (question.version !== undefined) {
          question$version$0 = m.ulong(question.version, "version");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$loadSession(question$id$at, question$id$n, question.version === undefined ? 0 : 1, question$version$0, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadLoadSessionReply, loadError, session$loadSession$done);
      },
      saveSession(id, document, expected, now, resumed) {
        m.begin();
        const id$at = m.newText(id, "id");
        const id$n = m.length;
        const document$at = m.newText(document, "document");
        const document$n = m.length;
        let expected$0 = 0n;
        if (expected !== undefined) {
          expected$0 = m.ulong(expected, "expected");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$saveSession(id$at, id$n, document$at, document$n, expected === undefined ? 0 : 1, expected$0, m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSessionChangeReply, loadError, session$saveSession$done);
      },
      appendToSession(id, entries, expected, now, resumed) {
        m.begin();
        const id$at = m.newText(id, "id");
        const id$n = m.length;
        const entries$at = m.newText(entries, "entries");
        const entries$n = m.length;
        let expected$0 = 0n;
        if (expected !== undefined) {
          expected$0 = m.ulong(expected, "expected");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$appendToSession(id$at, id$n, entries$at, entries$n, expected === undefined ? 0 : 1, expected$0, m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSessionChangeReply, loadError, session$appendToSession$done);
      },
      deleteSession(id, expected, resumed) {
        m.begin();
        const id$at = m.newText(id, "id");
        const id$n = m.length;
        let expected$0 = 0n;
        if (expected !== undefined) {
          expected$0 = m.ulong(expected, "expected");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$deleteSession(id$at, id$n, expected === undefined ? 0 : 1, expected$0, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSessionChangeReply, loadError, session$deleteSession$done);
      },
      recoverSession(id, version, expected, now, resumed) {
        m.begin();
        const id$at = m.newText(id, "id");
        const id$n = m.length;
        let expected$0 = 0n;
        if (expected !== undefined) {
          expected$0 = m.ulong(expected, "expected");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$recoverSession(id$at, id$n, m.ulong(version, "version"), expected === undefined ? 0 : 1, expected$0, m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSessionChangeReply, loadError, session$recoverSession$done);
      },
      forkSession(id, fork, version, expected, now, resumed) {
        m.begin();
        const id$at = m.newText(id, "id");
        const id$n = m.length;
        const fork$at = m.newText(fork, "fork");
        const fork$n = m.length;
        let version$0 = 0n;
        if (version !== undefined) {
          version$0 = m.ulong(version, "version");
        }
        let expected$0 = 0n;
        if (expected !== undefined) {
          expected$0 = m.ulong(expected, "expected");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$forkSession(id$at, id$n, fork$at, fork$n, version === undefined ? 0 : 1, version$0, expected === undefined ? 0 : 1, expected$0, m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSessionChangeReply, loadError, session$forkSession$done);
      },
      sessions(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$id$at = m.newText(question.id, "id");
        const question$id$n = m.length;
        const question$after$at = m.newText(question.after, "after");
        const question$after$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$sessions(question$id$at, question$id$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), question$after$at, question$after$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSessionsReply, loadError, session$sessions$done);
      },
      compactSession(id, settings, summary, expected, now, resumed) {
        m.begin();
        const $at = m.newArea(88, 8);
        m.putPair($at, m.newText(id, "id"));
        storeCompactionSettings(m, $at + 8, settings, "settings");
        m.view.setUint8($at + 28, summary === undefined ? 0 : 1);
        if (summary !== undefined) {
          m.putPair($at + 32, m.newArray(summary, Uint8Array, "summary"));
        }
        m.view.setUint8($at + 40, expected === undefined ? 0 : 1);
        if (expected !== undefined) {
          m.view.setBigUint64($at + 48, m.ulong(expected, "expected"), true);
        }
        m.view.setBigInt64($at + 56, m.long(now, "now"), true);
        m.view.setUint8($at + 64, resumed === undefined ? 0 : 1);
        if (resumed !== undefined) {
          storeResumed(m, $at + 68, resumed, "resumed");
        }
        const $result = session$compactSession($at);
        return m.result($result, 8, loadCompactSessionReply, loadError, session$compactSession$done);
      },
      summariseSession(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$id$at = m.newText(question.id, "id");
        const question$id$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$summariseSession(question$id$at, question$id$n, m.whole(question.maxEntries, 0, 0xffff_ffff, "maxEntries"), m.whole(question.keepEntries, 0, 0xffff_ffff, "keepEntries"), m.whole(question.maxTokens, 0, 0xffff_ffff, "maxTokens"), m.bool(question.isManual, "isManual"), m.bool(question.hasModel, "hasModel"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSummariseSessionReply, loadError, session$summariseSession$done);
      },
      sessionVersions(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$id$at = m.newText(question.id, "id");
        const question$id$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$sessionVersions(question$id$at, question$id$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSessionVersionsReply, loadError, session$sessionVersions$done);
      },
      compareSessions(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$id$at = m.newText(question.id, "id");
        const question$id$n = m.length;
        let question$newer$0 = 0n;
        if (question.newer !== undefined) {
          question$newer$0 = m.ulong(question.newer, "newer");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$compareSessions(question$id$at, question$id$n, m.ulong(question.older, "older"), question.newer === undefined ? 0 : 1, question$newer$0, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadCompareSessionsReply, loadError, session$compareSessions$done);
      },
      reread(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$session$at = m.newText(question.session, "session");
        const question$session$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$reread(question$session$at, question$session$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadRereadReply, loadError, session$reread$done);
      },
      failures(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$session$at = m.newText(question.session, "session");
        const question$session$n = m.length;
        const question$tool$at = m.newText(question.tool, "tool");
        const question$tool$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$failures(question$session$at, question$session$n, question$tool$at, question$tool$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadFailuresReply, loadError, session$failures$done);
      },
      beginSession(question, resumed) {
        m.begin();
        m.object(question, "question");
        const question$message$at = m.newText(question.message, "message");
        const question$message$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = session$beginSession(question$message$at, question$message$n, m.whole(question.limit, 0, 0xffff_ffff, "limit"), m.long(question.now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadBeginSessionReply, loadError, session$beginSession$done);
      },
    },
    window: {
      load(settings, saved) {
        m.begin();
        m.object(settings, "settings");
        const saved$at = m.newArray(saved, Uint8Array, "saved");
        const saved$n = m.length;
        const $result = window$load(m.number(POLICY, settings.policy, "policy"), m.whole(settings.maxTokens, 0, 0xffff_ffff, "maxTokens"), m.float(settings.threshold, "threshold"), m.float(settings.low, "low"), m.float(settings.recapShare, "recapShare"), m.whole(settings.keepLast, 0, 0xffff_ffff, "keepLast"), m.number(STUB_KIND, settings.stub, "stub"), m.float(settings.cacheRead, "cacheRead"), m.float(settings.cacheWrite, "cacheWrite"), m.whole(settings.cacheLifetime, 0, 0xffff_ffff, "cacheLifetime"), m.whole(settings.maxBodyBytes, 0, 0xffff_ffff, "maxBodyBytes"), m.whole(settings.maxWindowBytes, 0, 0xffff_ffff, "maxWindowBytes"), m.whole(settings.bodyLifetime, 0, 0xffff_ffff, "bodyLifetime"), m.bool(settings.callerKeeps, "callerKeeps"), saved$at, saved$n);
        return m.result($result, 8, loadWindowOpened, loadError, window$load$done);
      },
      open(owner, settings, secrets, at, resumed) {
        m.begin();
        const $at = m.newArea(144, 8);
        storeWindowOwner(m, $at, owner, "owner");
        storeWindowSettings(m, $at + 24, settings, "settings");
        m.view.setUint8($at + 104, m.number(SECRET_POLICY, secrets, "secrets"));
        m.view.setBigUint64($at + 112, m.ulong(at, "at"), true);
        m.view.setUint8($at + 120, resumed === undefined ? 0 : 1);
        if (resumed !== undefined) {
          storeResumed(m, $at + 124, resumed, "resumed");
        }
        const $result = window$open($at);
        return m.result($result, 8, loadWindowOpenReply, loadError, window$open$done);
      },
      at(generation) {
        m.begin();
        const $result = window$at(m.ulong(generation, "generation"));
        return m.result($result, 8, nothing, loadError, window$at$done);
      },
      save() {
        m.begin();
        const $result = window$save();
        return m.result($result, 8, (m, at) => m.loadBytes(at), loadError, window$save$done);
      },
      push(items) {
        m.begin();
        const items$at = m.newList(items, 112, 8, "items", storeNewItem);
        const items$n = m.length;
        const $result = window$push(items$at, items$n);
        return m.result($result, 8, loadPushed, loadError, window$push$done);
      },
      pushMessages(format, messages, first, now) {
        m.begin();
        const messages$at = m.newText(messages, "messages");
        const messages$n = m.length;
        const $result = window$pushMessages(m.number(MESSAGE_FORMAT, format, "format"), messages$at, messages$n, m.whole(first, 0, 0xffff_ffff, "first"), m.long(now, "now"));
        return m.result($result, 8, loadPushed, loadError, window$pushMessages$done);
      },
      prune(now, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$prune(m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadPruneReply, loadError, window$prune$done);
      },
      pruneAnyway(now, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$pruneAnyway(m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadPruneReply, loadError, window$pruneAnyway$done);
      },
      editMessages(messages, first, edits) {
        m.begin();
        const messages$at = m.newText(messages, "messages");
        const messages$n = m.length;
        const edits$at = m.newList(edits, 32, 4, "edits", storeEdit);
        const edits$n = m.length;
        const $result = window$editMessages(messages$at, messages$n, m.whole(first, 0, 0xffff_ffff, "first"), edits$at, edits$n);
        return m.result($result, 8, (m, at) => m.text(at), loadError, window$editMessages$done);
      },
      restore(id, now, resumed) {
        m.begin();
        const id$at = m.newText(id, "id");
        const id$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$restore(id$at, id$n, m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadRestoreReply, loadError, window$restore$done);
      },
      alreadyVisible(content) {
        m.begin();
        const content$at = m.newText(content, "content");
        const content$n = m.length;
        const $result = window$alreadyVisible(content$at, content$n);
        return m.result($result, 8, (m, at) => m.view.getUint8(at) === 0 ? undefined : loadVisibleItem(m, at + 4), loadError, window$alreadyVisible$done);
      },
      reportUsage(inputTokens) {
        m.begin();
        const $result = window$reportUsage(m.ulong(inputTokens, "inputTokens"));
        return m.result($result, 8, nothing, loadError, window$reportUsage$done);
      },
      setRelevance(relevance) {
        m.begin();
        const relevance$at = m.newList(relevance, 16, 8, "relevance", storeRelevance);
        const relevance$n = m.length;
        const $result = window$setRelevance(relevance$at, relevance$n);
        return m.result($result, 8, nothing, loadError, window$setRelevance$done);
      },
      pin(ids, isPinned, now, resumed) {
        m.begin();
        const ids$at = m.newList(ids, 8, 4, "ids", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); });
        const ids$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$pin(ids$at, ids$n, m.bool(isPinned, "isPinned"), m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWindowChangeReply, loadError, window$pin$done);
      },
      setTask(task, now, resumed) {
        m.begin();
        const task$at = m.newText(task, "task");
        const task$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$setTask(task$at, task$n, m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWindowChangeReply, loadError, window$setTask$done);
      },
      snapshot(now, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$snapshot(m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWindowChangeReply, loadError, window$snapshot$done);
      },
      end(now, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$end(m.long(now, "now"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWindowChangeReply, loadError, window$end$done);
      },
      status() {
        m.begin();
        const $result = window$status();
        return m.result($result, 8, loadWindowStatus, loadError, window$status$done);
      },
      snapshots(limit, before, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$snapshots(m.whole(limit, 0, 0xffff_ffff, "limit"), m.whole(before, 0, 0xffff_ffff, "before"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSnapshotsReply, loadError, window$snapshots$done);
      },
      findSnapshot(number, resumed) {
        m.begin();
        let number$0 = 0;
        if (number !== undefined) {
          number$0 = m.whole(number, 0, 0xffff_ffff, "number");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$findSnapshot(number === undefined ? 0 : 1, number$0, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadSnapshotsReply, loadError, window$findSnapshot$done);
      },
      whatIf(maxTokens, now) {
        m.begin();
        const $result = window$whatIf(m.whole(maxTokens, 0, 0xffff_ffff, "maxTokens"), m.long(now, "now"));
        return m.result($result, 8, loadSnapshotOfWindow, loadError, window$whatIf$done);
      },
      compareSnapshots(older, newer, resumed) {
        m.begin();
        let newer$0 = 0;
        if (newer !== undefined) {
          newer$0 = m.whole(newer, 0, 0xffff_ffff, "newer");
        }
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$compareSnapshots(m.whole(older, 0, 0xffff_ffff, "older"), newer === undefined ? 0 : 1, newer$0, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadCompareSnapshotsReply, loadError, window$compareSnapshots$done);
      },
      recoverSnapshot(number, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$recoverSnapshot(m.whole(number, 0, 0xffff_ffff, "number"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadRecoverSnapshotReply, loadError, window$recoverSnapshot$done);
      },
      explain(id, resumed) {
        m.begin();
        const id$at = m.newText(id, "id");
        const id$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$explain(id$at, id$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadExplainReply, loadError, window$explain$done);
      },
      learnings(limit, resumed) {
        m.begin();
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$learnings(m.whole(limit, 0, 0xffff_ffff, "limit"), resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadLearningsReply, loadError, window$learnings$done);
      },
      windows(tenant, at, limit, after, resumed) {
        m.begin();
        const tenant$at = m.newText(tenant, "tenant");
        const tenant$n = m.length;
        const after$at = m.newText(after, "after");
        const after$n = m.length;
        let resumed$0 = 0;
        let resumed$1 = 0;
        let resumed$2 = 0;
        let resumed$3 = 0;
        if (resumed !== undefined) {
          m.object(resumed, "resumed");
          const resumed$some$ticket$at = m.newArray(resumed.ticket, Uint8Array, "ticket");
          const resumed$some$ticket$n = m.length;
          const resumed$some$answers$at = m.newList(resumed.answers, 16, 4, "answers", storeAnswer);
          const resumed$some$answers$n = m.length;
          resumed$0 = resumed$some$ticket$at;
          resumed$1 = resumed$some$ticket$n;
          resumed$2 = resumed$some$answers$at;
          resumed$3 = resumed$some$answers$n;
        }
        const $result = window$windows(tenant$at, tenant$n, m.ulong(at, "at"), m.whole(limit, 0, 0xffff_ffff, "limit"), after$at, after$n, resumed === undefined ? 0 : 1, resumed$0, resumed$1, resumed$2, resumed$3);
        return m.result($result, 8, loadWindowsReply, loadError, window$windows$done);
      },
    },
    windowText: {
      pushText(format, messages, first, now) {
        m.begin();
        const messages$at = m.newText(messages, "messages");
        const messages$n = m.length;
        const $result = windowText$pushText(m.number(MESSAGE_FORMAT, format, "format"), messages$at, messages$n, m.whole(first, 0, 0xffff_ffff, "first"), m.long(now, "now"));
        return m.result($result, 8, loadPushedText, loadError, windowText$pushText$done);
      },
      editRanges(messages) {
        m.begin();
        const messages$at = m.newList(messages, 16, 8, "messages", storeByteRange);
        const messages$n = m.length;
        const $result = windowText$editRanges(messages$at, messages$n);
        return m.result($result, 8, (m, at) => m.view.getUint8(at) === 0 ? undefined : m.loadList(at + 4, 16, loadByteRange), loadError, windowText$editRanges$done);
      },
    },
    tools: {
      readRequest(tool, arguments_) {
        m.begin();
        const tool$at = m.newText(tool, "tool");
        const tool$n = m.length;
        const arguments$at = m.newText(arguments_, "arguments");
        const arguments$n = m.length;
        const $result = tools$readRequest(tool$at, tool$n, arguments$at, arguments$n);
        return m.result($result, 8, loadToolRequest, loadError, tools$readRequest$done);
      },
      step(call, asker, clock, replies) {
        m.begin();
        const $at = m.newArea(224, 8);
        storeToolRequest(m, $at, call, "call");
        storeAsker(m, $at + 176, asker, "asker");
        storeClock(m, $at + 200, clock, "clock");
        m.putPair($at + 216, m.newList(replies, 176, 8, "replies", storeToolReply));
        const $result = tools$step($at);
        return m.result($result, 8, loadToolStep, loadError, tools$step$done);
      },
      describe(answer) {
        m.begin();
        const $at = m.newArea(176, 8);
        storeToolReply(m, $at, answer, "answer");
        const $result = tools$describe($at);
        return m.result($result, 8, loadDescribed, loadError, tools$describe$done);
      },
      spell(asker, hints) {
        m.begin();
        let asker$0 = 0;
        let asker$1 = 0;
        let asker$2 = 0;
        let asker$3 = 0;
        let asker$4 = 0;
        m.object(asker, "asker");
        switch (asker.kind) {
          case "shell": {
            asker$0 = 0;
            break;
          }
          case "agent": {
            m.object(asker.value, "agent");
            const asker$agent$prefix$at = m.newText(asker.value.prefix, "prefix");
            const asker$agent$prefix$n = m.length;
            const asker$agent$names$at = m.newList(asker.value.names, 8, 4, "names", (m, at, value, name) => { m.putPair(at, m.newText(value, name)); });
            const asker$agent$names$n = m.length;
            asker$0 = 1;
            asker$1 = asker$agent$prefix$at;
            asker$2 = asker$agent$prefix$n;
            asker$3 = asker$agent$names$at;
            asker$4 = asker$agent$names$n;
            break;
          }
          default:
            m.invalid("asker", "not one of its cases");
        }
        const hints$at = m.newList(hints, 32, 4, "hints", storeHint);
        const hints$n = m.length;
        const $result = tools$spell(asker$0, asker$1, asker$2, asker$3, asker$4, hints$at, hints$n);
        return m.result($result, 8, (m, at) => m.loadList(at, 48, loadAnswerHint), loadError, tools$spell$done);
      },
    },
  };
}
