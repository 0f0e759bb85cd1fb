//! Events as lines of JSON.

use scrubjay_core::record::{
    DecisionStatus, Event, EventBody, FileOperation, LessonTopic, Moment, Origin, Role, TaskIntent, TaskStatus,
};
use serde_json::{Value, json};

/// The line of an event, with all of its members.
pub(crate) fn line(event: &Event) -> String {
    let mut line = body(&event.body);
    let anchors: Vec<Value> = event.anchors.iter().map(|anchor| json!({ "path": anchor.path })).collect();
    line["event_id"] = json!(event.event_id);
    line["time"] = json!(event.time);
    line["channel"] = json!(event.channel);
    line["origin"] = json!(origin(event.origin));
    line["session"] = json!(event.session);
    line["branch"] = json!(event.branch);
    line["commit"] = json!(event.commit);
    line["task"] = json!(event.task);
    line["parents"] = json!(event.parents);
    line["anchors"] = json!(anchors);
    line["metadata"] = json!(event.metadata);
    line.to_string()
}

fn body(body: &EventBody) -> Value {
    match body {
        EventBody::Note(text) => json!({ "kind": "note", "text": text }),
        EventBody::Turn(turn) => json!({
            "kind": "turn", "conversation": turn.conversation, "role": role(turn.role), "text": turn.text,
            "tokens": turn.tokens, "title": turn.title, "model": turn.model, "speaker": turn.speaker,
        }),
        EventBody::ToolCall(call) => json!({
            "kind": "tool_call", "tool": call.tool, "parameters": call.parameters, "output": call.output,
            "success": call.success, "refused": call.refused, "error": call.error, "duration": call.duration,
            "context_tokens": call.context_tokens,
        }),
        EventBody::FileTouch(touch) => json!({
            "kind": "file_touch", "path": touch.path, "operation": operation(touch.operation),
            "first_line": touch.first_line, "last_line": touch.last_line, "success": touch.success, "why": touch.why,
            "change": touch.change,
        }),
        EventBody::TaskStep(step) => json!({
            "kind": "task_step", "status": status(step.status), "description": step.description,
            "intent": step.intent.map(intent), "outcome": step.outcome,
        }),
        EventBody::Strategy(plan) => json!({
            "kind": "strategy", "description": plan.description, "context": plan.context,
            "task_type": plan.task_type, "tools": plan.tools,
        }),
        EventBody::StrategyUse(used) => {
            json!({ "kind": "strategy_use", "strategy": used.strategy, "success": used.success })
        }
        EventBody::WorkingValue(value) => json!({
            "kind": "working_value", "conversation": value.conversation, "key": value.key, "value": value.value,
            "lifetime": value.lifetime,
        }),
        EventBody::ProfileValue(value) => {
            json!({ "kind": "profile_value", "key": value.key, "value": value.value })
        }
        EventBody::Decision(decision) => json!({
            "kind": "decision", "title": decision.title, "context": decision.context, "choice": decision.choice,
            "rationale": decision.rationale, "revisit_if": decision.revisit_if,
            "status": decision_status(decision.status), "superseded_by": decision.superseded_by,
        }),
        EventBody::Lesson(lesson) => {
            json!({ "kind": "lesson", "topic": topic(lesson.topic), "subject": lesson.subject, "text": lesson.text })
        }
        EventBody::Thought(thought) => {
            json!({ "kind": "thought", "conversation": thought.conversation, "text": thought.text })
        }
        EventBody::Adoption(adoption) => json!({ "kind": "adoption", "lines": adoption.lines }),
        EventBody::Delivery(told) => {
            let (moment, why, about) = (moment(told.moment), &told.why, &told.about);
            json!({ "kind": "delivery", "moment": moment, "why": why, "about": about, "tokens": told.tokens })
        }
    }
}

fn moment(moment: Moment) -> &'static str {
    match moment {
        Moment::Start => "start",
        Moment::Prompt => "prompt",
        Moment::BeforeEdit => "before_edit",
        Moment::BeforeRead => "before_read",
        Moment::Failure => "failure",
        Moment::Compacted => "compacted",
    }
}

fn topic(topic: LessonTopic) -> &'static str {
    match topic {
        LessonTopic::FilePurpose => "file_purpose",
        LessonTopic::CommonError => "common_error",
        LessonTopic::Workflow => "workflow",
    }
}

fn decision_status(status: DecisionStatus) -> &'static str {
    match status {
        DecisionStatus::Proposed => "proposed",
        DecisionStatus::Accepted => "accepted",
        DecisionStatus::Deprecated => "deprecated",
        DecisionStatus::Superseded => "superseded",
    }
}

pub(crate) fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Person => "person",
        Origin::Agent => "agent",
        Origin::Tool => "tool",
        Origin::Imported => "imported",
    }
}

fn role(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::System => "system",
        Role::Tool => "tool",
    }
}

fn operation(operation: FileOperation) -> &'static str {
    match operation {
        FileOperation::Read => "read",
        FileOperation::Write => "write",
        FileOperation::Edit => "edit",
        FileOperation::Search => "search",
        FileOperation::Analyze => "analyze",
        FileOperation::View => "view",
        FileOperation::Rename => "rename",
    }
}

fn status(status: TaskStatus) -> &'static str {
    match status {
        TaskStatus::Active => "active",
        TaskStatus::Paused => "paused",
        TaskStatus::Completed => "completed",
        TaskStatus::Failed => "failed",
    }
}

fn intent(intent: TaskIntent) -> &'static str {
    match intent {
        TaskIntent::CodeReading => "code_reading",
        TaskIntent::CodeWriting => "code_writing",
        TaskIntent::ProjectFixing => "project_fixing",
        TaskIntent::ProjectExploration => "project_exploration",
    }
}
