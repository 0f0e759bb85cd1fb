//! Writes a history in each format.

use scrubjay_core::window::formats::MessageFormat;
use serde_json::{Value, json};

use super::generate::{Answer, Call, Content, Manner, Step, Thought, Turn};

const IMAGE: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk";
const RULES: &str = "Be brief.";

pub(super) fn messages(format: MessageFormat, turns: &[Turn], manner: &Manner) -> Vec<Value> {
    match format {
        MessageFormat::Anthropic => anthropic(turns, manner),
        MessageFormat::OpenaiChat => chat(turns, manner),
        MessageFormat::OpenaiResponses => responses(turns, manner),
        MessageFormat::AiSdk => ai_sdk(turns, manner),
        MessageFormat::Langchain => langchain(turns, manner),
    }
}

/// Stands in for a provider's signature; it follows from the thought.
fn signature(text: &str) -> String {
    format!("sig{}", text.bytes().fold(7u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte))))
}

fn blocks(texts: &[String]) -> Vec<Value> {
    texts.iter().map(|text| json!({ "type": "text", "text": text })).collect()
}

/// Texts with an image among them.
fn mixed(texts: &[String], image: Value) -> Vec<Value> {
    let mut blocks = blocks(texts);
    blocks.insert(texts.len() / 2, image);
    blocks
}

fn anthropic(turns: &[Turn], manner: &Manner) -> Vec<Value> {
    let mut messages = Vec::new();
    let mut results: Vec<Value> = Vec::new();
    for turn in turns {
        // What the user says goes behind the results that it interrupts.
        let mut content = std::mem::take(&mut results);
        content.push(json!({ "type": "text", "text": turn.user_text, "cache_control": { "type": "ephemeral" } }));
        if turn.has_image {
            let source = json!({ "type": "base64", "media_type": "image/png", "data": IMAGE });
            content.push(json!({ "type": "image", "source": source }));
        }
        match content.len() {
            1 if manner.is_older => messages.push(json!({ "role": "user", "content": turn.user_text })),
            _ => messages.push(json!({ "role": "user", "content": content })),
        }
        for step in &turn.steps {
            if !results.is_empty() {
                messages.push(json!({ "role": "user", "content": std::mem::take(&mut results) }));
            }
            // A second thought may come after words.
            let mut content: Vec<_> = step.thoughts.iter().take(1).map(anthropic_thought).collect();
            content.extend(step.text.iter().map(|text| json!({ "type": "text", "text": text })));
            content.extend(step.thoughts.iter().skip(1).map(anthropic_thought));
            content.extend(step.calls.iter().map(tool_use));
            messages.push(json!({ "role": "assistant", "content": content }));
            results = step.calls.iter().filter_map(tool_result).collect();
        }
        if let Some(answer) = &turn.answer {
            if !results.is_empty() {
                messages.push(json!({ "role": "user", "content": std::mem::take(&mut results) }));
            }
            messages.push(json!({ "role": "assistant", "content": answer }));
        }
    }
    if !results.is_empty() {
        messages.push(json!({ "role": "user", "content": results }));
    }
    messages
}

fn anthropic_thought(thought: &Thought) -> Value {
    match thought.is_redacted {
        true => json!({ "type": "redacted_thinking", "data": signature(&thought.text) }),
        false => json!({ "type": "thinking", "thinking": thought.text, "signature": signature(&thought.text) }),
    }
}

fn tool_use(call: &Call) -> Value {
    json!({ "type": "tool_use", "id": call.id, "name": call.tool, "input": call.input })
}

fn tool_result(call: &Call) -> Option<Value> {
    let Answer { content, is_error } = call.result.as_ref()?;
    let mut block = json!({ "type": "tool_result", "tool_use_id": call.id, "is_error": is_error });
    let image = json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": IMAGE } });
    match content {
        Content::Text(text) => block["content"] = json!(text),
        Content::Texts(texts) => {
            block["content"] = json!(blocks(texts));
            if texts.len() == 2 {
                block["content"][1]["cache_control"] = json!({ "type": "ephemeral" });
            }
        }
        Content::Mixed(texts) => block["content"] = json!(mixed(texts, image)),
        Content::Image(data) => {
            let source = json!({ "type": "base64", "media_type": "image/png", "data": data });
            block["content"] = json!([{ "type": "image", "source": source }]);
        }
        Content::Json(value) => block["content"] = json!(value.to_string()),
        Content::Empty => {}
    }
    if !is_error && let Some(block) = block.as_object_mut() {
        block.remove("is_error");
    }
    Some(block)
}

/// A result as a text, for formats that allow nothing else.
fn plain(content: &Content) -> String {
    match content {
        Content::Text(text) => text.clone(),
        Content::Texts(texts) | Content::Mixed(texts) => texts.concat(),
        Content::Json(value) => value.to_string(),
        Content::Image(_) => "The screen is shown next.".to_owned(),
        Content::Empty => String::new(),
    }
}

fn chat(turns: &[Turn], manner: &Manner) -> Vec<Value> {
    let mut messages = Vec::new();
    if manner.has_system {
        messages.push(json!({ "role": if manner.is_older { "system" } else { "developer" }, "content": RULES }));
    }
    for turn in turns {
        let image = json!({ "type": "image_url", "image_url": { "url": format!("data:image/png;base64,{IMAGE}") } });
        messages.push(match turn.has_image {
            true => json!({ "role": "user", "content": [{ "type": "text", "text": turn.user_text }, image] }),
            false => json!({ "role": "user", "content": turn.user_text }),
        });
        for step in &turn.steps {
            let mut message = json!({ "role": "assistant", "content": step.text });
            message["tool_calls"] = step.calls.iter().map(chat_call).collect();
            if let Some(thought) = step.thoughts.first() {
                message["reasoning_content"] = json!(thought.text);
            }
            messages.push(message);
            for call in &step.calls {
                let Some(answer) = &call.result else { continue };
                let content = match &answer.content {
                    Content::Texts(texts) => json!(blocks(texts)),
                    other => json!(plain(other)),
                };
                messages.push(json!({ "role": "tool", "tool_call_id": call.id, "content": content }));
                if let Content::Image(data) = &answer.content {
                    let url = json!({ "url": format!("data:image/png;base64,{data}"), "detail": "high" });
                    messages.push(json!({ "role": "user", "content": [{ "type": "image_url", "image_url": url }] }));
                }
            }
        }
        messages.extend(turn.answer.iter().map(|answer| json!({ "role": "assistant", "content": answer })));
    }
    messages
}

fn chat_call(call: &Call) -> Value {
    json!({ "id": call.id, "type": "function", "function": { "name": call.tool, "arguments": call.input.to_string() } })
}

fn responses(turns: &[Turn], manner: &Manner) -> Vec<Value> {
    let mut items = Vec::new();
    if manner.has_system {
        items.push(json!({ "role": "developer", "content": RULES }));
    }
    for turn in turns {
        let mut content = vec![json!({ "type": "input_text", "text": turn.user_text })];
        if turn.has_image {
            content.push(json!({ "type": "input_image", "image_url": format!("data:image/png;base64,{IMAGE}") }));
        }
        items.push(json!({ "type": "message", "role": "user", "content": content }));
        for step in &turn.steps {
            for (at, thought) in step.thoughts.iter().enumerate() {
                let summary = json!([{ "type": "summary_text", "text": thought.text }]);
                let id = format!("rs_{}_{at}", step.calls[0].id);
                items.push(json!({ "type": "reasoning", "id": id, "summary": summary, "encrypted_content": "gAAAA" }));
            }
            items.extend(step.text.iter().map(|text| said(text)));
            items.extend(step.calls.iter().map(|call| responses_call(call, manner)));
            items.extend(step.calls.iter().filter_map(|call| responses_output(call, manner)));
        }
        items.extend(turn.answer.iter().map(|answer| said(answer)));
    }
    items
}

fn said(text: &str) -> Value {
    json!({ "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": text, "annotations": [] }] })
}

/// Whether a call is of a custom tool, which one dialect has.
fn is_custom(call: &Call, manner: &Manner) -> bool {
    manner.dialect == 0 && call.tool == "Edit"
}

fn responses_call(call: &Call, manner: &Manner) -> Value {
    let id = format!("fc_{}", call.id);
    let arguments = call.input.to_string();
    match is_custom(call, manner) {
        true => json!({ "type": "custom_tool_call", "call_id": call.id, "name": call.tool, "input": arguments }),
        false => {
            json!({ "type": "function_call", "id": id, "call_id": call.id, "name": call.tool, "arguments": arguments })
        }
    }
}

fn responses_output(call: &Call, manner: &Manner) -> Option<Value> {
    let answer = call.result.as_ref()?;
    let input = |text: &String| json!({ "type": "input_text", "text": text });
    let output = match &answer.content {
        Content::Texts(texts) => texts.iter().map(input).collect(),
        Content::Mixed(texts) => {
            let mut list: Vec<_> = texts.iter().map(input).collect();
            list.push(json!({ "type": "input_image", "image_url": IMAGE }));
            json!(list)
        }
        Content::Image(data) => {
            json!([{ "type": "input_image", "image_url": format!("data:image/png;base64,{data}"), "detail": "auto" }])
        }
        other => json!(plain(other)),
    };
    let kind = if is_custom(call, manner) { "custom_tool_call_output" } else { "function_call_output" };
    let status = if answer.is_error { "incomplete" } else { "completed" };
    Some(json!({ "type": kind, "call_id": call.id, "output": output, "status": status }))
}

fn ai_sdk(turns: &[Turn], manner: &Manner) -> Vec<Value> {
    let mut messages = Vec::new();
    if manner.has_system {
        messages.push(json!({ "role": "system", "content": RULES }));
    }
    for turn in turns {
        let image = json!({ "type": "image", "image": IMAGE });
        messages.push(match turn.has_image {
            true => json!({ "role": "user", "content": [{ "type": "text", "text": turn.user_text }, image] }),
            false => json!({ "role": "user", "content": turn.user_text }),
        });
        for step in &turn.steps {
            let mut content: Vec<_> = step.thoughts.iter().map(|thought| ai_sdk_thought(thought, manner)).collect();
            content.extend(step.text.iter().map(|text| json!({ "type": "text", "text": text })));
            content.extend(step.calls.iter().map(|call| ai_sdk_call(call, manner)));
            messages.push(json!({ "role": "assistant", "content": content }));
            let results = step.calls.iter().filter_map(|call| ai_sdk_result(call, manner));
            let shown = step.calls.iter().filter_map(|call| shown(call).filter(|_| manner.is_older));
            match manner.dialect {
                0 => messages.extend(results.map(|result| json!({ "role": "tool", "content": [result] }))),
                _ => {
                    let results: Vec<_> = results.collect();
                    messages.extend((!results.is_empty()).then(|| json!({ "role": "tool", "content": results })));
                }
            }
            let image = |data| json!({ "type": "image", "image": data, "mediaType": "image/png" });
            messages.extend(shown.map(|data| json!({ "role": "user", "content": [image(data)] })));
        }
        let answer = |answer| json!({ "role": "assistant", "content": [{ "type": "text", "text": answer }] });
        messages.extend(turn.answer.iter().map(answer));
    }
    messages
}

/// The image in the result of a call; `None` if it has none.
fn shown(call: &Call) -> Option<&str> {
    match &call.result.as_ref()?.content {
        Content::Image(data) => Some(data),
        _ => None,
    }
}

fn ai_sdk_thought(thought: &Thought, manner: &Manner) -> Value {
    let mut part = json!({ "type": "reasoning", "text": thought.text });
    match (manner.is_signed, manner.dialect) {
        (false, _) => {}
        (true, 1) => part["providerOptions"] = json!({ "openai": { "itemId": signature(&thought.text) } }),
        (true, _) if manner.is_older => part["signature"] = json!(signature(&thought.text)),
        (true, _) => part["providerOptions"] = json!({ "anthropic": { "signature": signature(&thought.text) } }),
    }
    part
}

fn ai_sdk_call(call: &Call, manner: &Manner) -> Value {
    let mut part = json!({ "type": "tool-call", "toolCallId": call.id, "toolName": call.tool });
    part[if manner.is_older { "args" } else { "input" }] = call.input.clone();
    part
}

fn ai_sdk_result(call: &Call, manner: &Manner) -> Option<Value> {
    let Answer { content, is_error } = call.result.as_ref()?;
    let mut part = json!({ "type": "tool-result", "toolCallId": call.id, "toolName": call.tool });
    if manner.is_older {
        part["result"] = match content {
            Content::Json(value) => value.clone(),
            other => json!(plain(other)),
        };
        part["isError"] = json!(is_error);
        return Some(part);
    }
    let (kind, value) = match content {
        Content::Json(value) if *is_error => ("error-json", value.clone()),
        Content::Json(value) => ("json", value.clone()),
        other if *is_error => ("error-text", json!(plain(other))),
        Content::Texts(texts) => ("content", json!(blocks(texts))),
        Content::Mixed(texts) => {
            let image = json!({ "type": "image-data", "data": IMAGE, "mediaType": "image/png" });
            ("content", json!(mixed(texts, image)))
        }
        Content::Image(data) => ("content", json!([{ "type": "image-data", "data": data, "mediaType": "image/png" }])),
        other => ("text", json!(plain(other))),
    };
    part["output"] = json!({ "type": kind, "value": value });
    if manner.dialect == 2 {
        part["output"]["providerOptions"] = json!({});
    }
    Some(part)
}

fn langchain(turns: &[Turn], manner: &Manner) -> Vec<Value> {
    let mut messages = Vec::new();
    let mut say = |kind: &str, inner: Value| messages.push(wrapped(kind, inner, manner));
    if manner.has_system {
        say("system", json!({ "content": RULES }));
    }
    for turn in turns {
        let image = json!({ "type": "image_url", "image_url": { "url": IMAGE } });
        say(
            "human",
            match turn.has_image {
                true => json!({ "content": [{ "type": "text", "text": turn.user_text }, image] }),
                false => json!({ "content": turn.user_text }),
            },
        );
        for step in &turn.steps {
            say("ai", langchain_answer(step, manner));
            for call in &step.calls {
                let Some(answer) = &call.result else { continue };
                let status = if answer.is_error { "error" } else { "success" };
                let content = match &answer.content {
                    Content::Texts(texts) => json!(blocks(texts)),
                    Content::Mixed(texts) => json!(mixed(texts, json!({ "type": "image", "base64": IMAGE }))),
                    Content::Image(data) => json!([{ "type": "image", "base64": data, "mime_type": "image/png" }]),
                    other => json!(plain(other)),
                };
                say("tool", json!({ "content": content, "tool_call_id": call.id, "status": status, "artifact": null }));
            }
        }
        turn.answer.iter().for_each(|answer| say("ai", json!({ "content": answer, "tool_calls": [] })));
    }
    messages
}

/// A step of Anthropic's model, whose content repeats the calls, or of another model.
fn langchain_answer(step: &Step, manner: &Manner) -> Value {
    let call = |call: &Call| json!({ "name": call.tool, "args": call.input, "id": call.id, "type": "tool_call" });
    let calls: Vec<_> = step.calls.iter().map(call).collect();
    if !manner.is_signed {
        return json!({ "content": step.text.clone().unwrap_or_default(), "tool_calls": calls });
    }
    let mut content: Vec<_> = step.thoughts.iter().map(anthropic_thought).collect();
    content.extend(step.text.iter().map(|text| json!({ "type": "text", "text": text })));
    content.extend(step.calls.iter().map(tool_use));
    json!({ "content": content, "tool_calls": calls })
}

fn wrapped(kind: &str, mut inner: Value, manner: &Manner) -> Value {
    let class = match kind {
        "human" => "HumanMessage",
        "ai" => "AIMessage",
        "tool" => "ToolMessage",
        _ => "SystemMessage",
    };
    let package = if manner.is_older {
        json!(["langchain", "schema", "messages", class])
    } else {
        json!(["langchain_core", "messages", class])
    };
    match manner.dialect {
        0 => json!({ "lc": 1, "type": "constructor", "id": package, "kwargs": inner }),
        1 => json!({ "type": kind, "data": inner }),
        2 => {
            let role = match kind {
                "human" => "user",
                "ai" => "assistant",
                other => other,
            };
            inner["role"] = json!(role);
            inner
        }
        _ => {
            inner["type"] = json!(kind);
            inner
        }
    }
}
